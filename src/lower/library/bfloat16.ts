/**
 * `cuda_bf16.h`: bfloat16 as its 16 bits, computed with as float and rounded to nearest even, which is exact for
 * `+ - * /` and square roots (the 24 bits of a float are more than twice the 8 of a bfloat16).
 */
import type { LibrarySource } from './source.ts';

const binary = (op: string): string => `
__device__ __nv_bfloat16 operator${op}(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __float2bfloat16(__bfloat162float(a) ${op} __bfloat162float(b)); }
__device__ __nv_bfloat162 operator${op}(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x ${op} b.x, a.y ${op} b.y); }
__device__ __nv_bfloat16 &operator${op}=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = a ${op} b; return a; }
`;
const compared = (op: string, name: string): string => `
__device__ bool operator${op}(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __bfloat162float(a) ${op} __bfloat162float(b); }
__device__ bool __h${name}(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) ${op} __bfloat162float(b); }
`;
const named = (name: string, op: string): string => `
__device__ __nv_bfloat16 __h${name}(__nv_bfloat16 a, __nv_bfloat16 b) { return a ${op} b; }
__device__ __nv_bfloat162 __h${name}2(__nv_bfloat162 a, __nv_bfloat162 b) { return a ${op} b; }
`;
const unary = (name: string): string => `
__device__ __nv_bfloat16 h${name}(__nv_bfloat16 a) { return __float2bfloat16(${name}f(__bfloat162float(a))); }
__device__ __nv_bfloat162 h2${name}(__nv_bfloat162 a) { return __nv_bfloat162(h${name}(a.x), h${name}(a.y)); }
`;

export const bfloat16: LibrarySource = {
  header: 'cuda_bf16.h',
  // PyTorch's `BFloat16` is it too
  mentioned: /bfloat16|\bScalarTypeToCPPTypeT?\b/i,
  declared: /\bstruct\s+(?:__CUDA_ALIGN__\(2\)\s*)?__nv_bfloat16\b/,
  text: `
struct __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  __device__ __nv_bfloat16(float f) { __x = __sw_bfloat16_bits(f); }
  __device__ __nv_bfloat16(double d) { __x = __sw_bfloat16_bits((float)d); }
  __device__ __nv_bfloat16(int i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(short i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(unsigned short i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(unsigned i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(long i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(unsigned long i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(long long i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ __nv_bfloat16(unsigned long long i) { __x = __sw_bfloat16_bits((float)i); }
  __device__ operator float() const { return __uint_as_float((unsigned)__x << 16); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x;
  __nv_bfloat16 y;
  __nv_bfloat162() = default;
  __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { x = a; y = b; }
  __device__ __nv_bfloat162(float a, float b) { x = __nv_bfloat16(a); y = __nv_bfloat16(b); }
};
typedef __nv_bfloat162 nv_bfloat162;
__device__ unsigned short __sw_bfloat16_bits(float f) {
  unsigned u = __float_as_uint(f);
  if ((u & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return (unsigned short)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}
__device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short u) { __nv_bfloat16 r; r.__x = u; return r; }
__device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return h.__x; }
__device__ __nv_bfloat16 __short_as_bfloat16(short u) { __nv_bfloat16 r; r.__x = (unsigned short)u; return r; }
__device__ short __bfloat16_as_short(__nv_bfloat16 h) { return (short)h.__x; }
__device__ float __bfloat162float(__nv_bfloat16 a) { return __uint_as_float((unsigned)a.__x << 16); }
__device__ __nv_bfloat16 __float2bfloat16(float f) { return __ushort_as_bfloat16(__sw_bfloat16_bits(f)); }
__device__ __nv_bfloat16 __float2bfloat16_rn(float f) { return __float2bfloat16(f); }
__device__ __nv_bfloat16 __float2bfloat16_rz(float f) { return __ushort_as_bfloat16((unsigned short)(__float_as_uint(f) >> 16)); }
__device__ __nv_bfloat16 __double2bfloat16(double d) { return __sw_any<__nv_bfloat16>(d); }
__device__ __nv_bfloat16 __int2bfloat16_rn(int i) { return __sw_any<__nv_bfloat16>(i); }
__device__ int __bfloat162int_rn(__nv_bfloat16 h) { return __float2int_rn(__bfloat162float(h)); }
__device__ int __bfloat162int_rz(__nv_bfloat16 h) { return __float2int_rz(__bfloat162float(h)); }
__device__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(b)); }
__device__ __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
__device__ __nv_bfloat162 __float2bfloat162_rn(float a) { return __floats2bfloat162_rn(a, a); }
__device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__device__ float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(__bfloat162float(a.x), __bfloat162float(a.y)); }
__device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__device__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__device__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__device__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
__device__ float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }
__device__ float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }
__device__ __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __ushort_as_bfloat16(a.__x ^ 0x8000); }
__device__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x ^ 0x8000); }
__device__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x & 0x7fff); }
__device__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
__device__ __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __nv_bfloat162(__habs(a.x), __habs(a.y)); }
__device__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(fmaxf(__bfloat162float(a), __bfloat162float(b))); }
__device__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(fminf(__bfloat162float(a), __bfloat162float(b))); }
__device__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__device__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__device__ bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fff) > 0x7f80; }
__device__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __sw_any<__nv_bfloat16>(); }
__device__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
${[
  ['add', '+'],
  ['sub', '-'],
  ['mul', '*'],
]
  .map(([name, op]) => named(name ?? '', op ?? ''))
  .join('')}
__device__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
__device__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return a / b; }
${['+', '-', '*', '/'].map(binary).join('')}
${[
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['>=', 'ge'],
]
  .map(([op, name]) => compared(op ?? '', name ?? ''))
  .join('')}
${['exp', 'exp2', 'exp10', 'log', 'log2', 'log10', 'sqrt', 'rsqrt', 'sin', 'cos', 'tanh', 'floor', 'ceil', 'rint', 'trunc'].map(unary).join('')}
`,
};
