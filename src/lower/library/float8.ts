/** `cuda_fp8.h`, `cuda_fp6.h`, `cuda_fp4.h`: narrow floats as bytes. Their values are not modelled, their sizes are. */
import type { LibrarySource } from './source.ts';

const kind = (name: string, bits: string): string => `
struct ${name} {
  ${bits} __x;
  ${name}() = default;
  __device__ ${name}(float f) { __x = __sw_any<${bits}>(); }
  __device__ operator float() const { return __sw_any<float>(); }
};
`;
const vector = (name: string, bits: string, of: string, more = ''): string => `
struct ${name} {
  ${bits} __x;
  ${name}() = default;
  __device__ ${name}(const ${of} &f) { __x = __sw_any<${bits}>(); }
${more}  __device__ operator ${of}() const { return __sw_any<${of}>(); }
};
`;
/** From the two `__half2` or `__nv_bfloat162` of its items. */
const fromPairs = (name: string): string =>
  `  template <class Pair> __device__ ${name}(const Pair &low, const Pair &high) { __x = __sw_any<unsigned int>(); }\n`;
const formats = ['e4m3', 'e5m2'];

export const float8: LibrarySource = {
  header: 'cuda_fp8.h',
  mentioned: /__nv_(?:fp8|fp4|fp6|cvt_)|\b__NV_E[45]M|__NV_SATFINITE/,
  declared: /\bstruct\s+__nv_fp8_e4m3\b/,
  text: `
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
${formats.map((f) => kind(`__nv_fp8_${f}`, 'unsigned char') + vector(`__nv_fp8x2_${f}`, 'unsigned short', 'float2') + vector(`__nv_fp8x4_${f}`, 'unsigned int', 'float4', fromPairs(`__nv_fp8x4_${f}`))).join('')}
${kind('__nv_fp8_e8m0', 'unsigned char')}${kind('__nv_fp4_e2m1', 'unsigned char')}${kind('__nv_fp6_e2m3', 'unsigned char')}${kind('__nv_fp6_e3m2', 'unsigned char')}
${vector('__nv_fp4x2_e2m1', 'unsigned char', 'float2')}${vector('__nv_fp4x4_e2m1', 'unsigned short', 'float4')}
__device__ unsigned char __nv_cvt_float_to_fp8(float x, int saturate, int as) { return __sw_any<unsigned char>(x); }
__device__ unsigned char __nv_cvt_double_to_fp8(double x, int saturate, int as) { return __sw_any<unsigned char>(x); }
__device__ unsigned short __nv_cvt_float2_to_fp8x2(float2 x, int saturate, int as) { return __sw_any<unsigned short>(); }
`,
};
