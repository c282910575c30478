/**
 * `cuda_fp16.h`: functions of `__half`, which is a number of the language here, and `__half2`, a vector of two. Exact
 * for `+ - * /`, comparisons and conversions; elementary functions are those of float, rounded.
 */
import type { LibrarySource } from './source.ts';

const arithmetic = (name: string, op: string): string => `
__device__ __half __h${name}(__half a, __half b) { return a ${op} b; }
__device__ __half __h${name}_rn(__half a, __half b) { return a ${op} b; }
__device__ __half __h${name}_sat(__half a, __half b) { return __saturatef((float)(__half)(a ${op} b)); }
__device__ __half2 __h${name}2(__half2 a, __half2 b) { __half2 r; r.x = a.x ${op} b.x; r.y = a.y ${op} b.y; return r; }
__device__ __half2 __h${name}2_rn(__half2 a, __half2 b) { __half2 r; r.x = a.x ${op} b.x; r.y = a.y ${op} b.y; return r; }
`;
const operator = (op: string): string => `
__device__ __half2 operator${op}(const __half2 &a, const __half2 &b) { __half2 r; r.x = a.x ${op} b.x; r.y = a.y ${op} b.y; return r; }
__device__ __half2 &operator${op}=(__half2 &a, const __half2 &b) { a.x = a.x ${op} b.x; a.y = a.y ${op} b.y; return a; }
`;
const comparison = (name: string, op: string): string => `
__device__ bool __h${name}(__half a, __half b) { return a ${op} b; }
__device__ bool __h${name}u(__half a, __half b) { return a ${op} b || a != a || b != b; }
__device__ __half2 __h${name}2(__half2 a, __half2 b) { __half2 r; r.x = a.x ${op} b.x ? 1.0f : 0.0f; r.y = a.y ${op} b.y ? 1.0f : 0.0f; return r; }
__device__ bool __hb${name}2(__half2 a, __half2 b) { return a.x ${op} b.x && a.y ${op} b.y; }
__device__ unsigned __h${name}2_mask(__half2 a, __half2 b) { return (a.x ${op} b.x ? 0xffffu : 0u) | (a.y ${op} b.y ? 0xffff0000u : 0u); }
`;
const elementary = (name: string): string => `
__device__ __half h${name}(__half a) { return ${name}f((float)a); }
__device__ __half2 h2${name}(__half2 a) { __half2 r; r.x = ${name}f((float)a.x); r.y = ${name}f((float)a.y); return r; }
`;
const integer = (name: string, type: string, wide: string): string => `
__device__ ${type} __half2${name}_rn(__half h) { return (${type})rintf((float)h); }
__device__ ${type} __half2${name}_rz(__half h) { return (${type})(float)h; }
__device__ ${type} __half2${name}_rd(__half h) { return (${type})floorf((float)h); }
__device__ ${type} __half2${name}_ru(__half h) { return (${type})ceilf((float)h); }
__device__ __half __${name}2half_rn(${type} i) { return (__half)(${wide})i; }
__device__ __half __${name}2half_rz(${type} i) { return __sw_any<__half>(i); }
__device__ __half __${name}2half_rd(${type} i) { return __sw_any<__half>(i); }
__device__ __half __${name}2half_ru(${type} i) { return __sw_any<__half>(i); }
`;
const made = (name: string): string =>
  `__device__ __half2 ${name}(__half a, __half b) { __half2 r; r.x = a; r.y = b; return r; }\n`;

const compared: readonly (readonly [string, string])[] = [
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
];

export const half: LibrarySource = {
  header: 'cuda_fp16.h',
  mentioned: /\bhalf2?\b|\b__half|\b(?:c10|at|torch)\s*::\s*Half\b|\bScalarTypeToCPPTypeT?\b|\bAT_DISPATCH_\w+/,
  declared: /\bstruct\s+(?:__CUDA_ALIGN__\(2\)\s*)?__half\b/,
  text: `
typedef __half __nv_half;
typedef __half2 __nv_half2;
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x; unsigned short y; };
${[
  ['add', '+'],
  ['sub', '-'],
  ['mul', '*'],
]
  .map(([name = '', op = '']) => arithmetic(name, op))
  .join('')}
__device__ int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
__device__ __half __hdiv(__half a, __half b) { return a / b; }
__device__ __half2 __h2div(__half2 a, __half2 b) { __half2 r; r.x = a.x / b.x; r.y = a.y / b.y; return r; }
${['+', '-', '*', '/'].map(operator).join('')}
${compared.map(([name, op]) => comparison(name, op)).join('')}
__device__ bool operator==(const __half2 &a, const __half2 &b) { return a.x == b.x && a.y == b.y; }
__device__ __half __hfma(__half a, __half b, __half c) { return (__half)fma((double)a, (double)b, (double)c); }
__device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) { __half2 r; r.x = __hfma(a.x, b.x, c.x); r.y = __hfma(a.y, b.y, c.y); return r; }
__device__ __half __hfma_relu(__half a, __half b, __half c) { return fmaxf((float)__hfma(a, b, c), 0.0f); }
__device__ __half __hneg(__half a) { return -a; }
__device__ __half2 __hneg2(__half2 a) { __half2 r; r.x = -a.x; r.y = -a.y; return r; }
__device__ __half __habs(__half a) { return fabsf((float)a); }
__device__ __half2 __habs2(__half2 a) { __half2 r; r.x = fabsf((float)a.x); r.y = fabsf((float)a.y); return r; }
__device__ __half __hmax(__half a, __half b) { return fmaxf((float)a, (float)b); }
__device__ __half __hmin(__half a, __half b) { return fminf((float)a, (float)b); }
__device__ __half2 __hmax2(__half2 a, __half2 b) { __half2 r; r.x = __hmax(a.x, b.x); r.y = __hmax(a.y, b.y); return r; }
__device__ __half2 __hmin2(__half2 a, __half2 b) { __half2 r; r.x = __hmin(a.x, b.x); r.y = __hmin(a.y, b.y); return r; }
__device__ bool __hisnan(__half a) { return a != a; }
__device__ int __hisinf(__half a) { return isinf((float)a); }
${['exp', 'exp2', 'exp10', 'log', 'log2', 'log10', 'sqrt', 'rsqrt', 'sin', 'cos', 'floor', 'ceil', 'rint', 'trunc'].map(elementary).join('')}
__device__ __half htanh(__half a) { return tanhf((float)a); }
__device__ __half hrcp(__half a) { return 1.0f / (float)a; }
__device__ __half2 h2rcp(__half2 a) { __half2 r; r.x = 1.0f / (float)a.x; r.y = 1.0f / (float)a.y; return r; }
__device__ float __half2float(__half a) { return (float)a; }
__device__ double __half2double(__half a) { return (double)a; }
__device__ __half __float2half(float a) { return (__half)a; }
__device__ __half __float2half_rn(float a) { return (__half)a; }
__device__ __half __float2half_rz(float a) { return __sw_any<__half>(a); }
__device__ __half __float2half_rd(float a) { return __sw_any<__half>(a); }
__device__ __half __float2half_ru(float a) { return __sw_any<__half>(a); }
__device__ __half __double2half(double a) { return (__half)a; }
${[
  ['int', 'int', 'int'],
  ['uint', 'unsigned', 'unsigned'],
  ['short', 'short', 'int'],
  ['ushort', 'unsigned short', 'int'],
  ['ll', 'long long', 'long long'],
  ['ull', 'unsigned long long', 'unsigned long long'],
]
  .map(([name = '', type = '', wide = '']) => integer(name, type, wide))
  .join('')}
${['__halves2half2', 'make_half2'].map(made).join('')}
__device__ __half2 __float2half2_rn(float a) { __half2 r; r.x = (__half)a; r.y = (__half)a; return r; }
__device__ __half2 __floats2half2_rn(float a, float b) { __half2 r; r.x = (__half)a; r.y = (__half)b; return r; }
__device__ __half2 __float22half2_rn(float2 a) { __half2 r; r.x = (__half)a.x; r.y = (__half)a.y; return r; }
__device__ float2 __half22float2(__half2 a) { float2 r; r.x = (float)a.x; r.y = (float)a.y; return r; }
__device__ __half2 __half2half2(__half a) { __half2 r; r.x = a; r.y = a; return r; }
__device__ float __low2float(__half2 a) { return (float)a.x; }
__device__ float __high2float(__half2 a) { return (float)a.y; }
__device__ __half __low2half(__half2 a) { return a.x; }
__device__ __half __high2half(__half2 a) { return a.y; }
__device__ __half2 __low2half2(__half2 a) { __half2 r; r.x = a.x; r.y = a.x; return r; }
__device__ __half2 __high2half2(__half2 a) { __half2 r; r.x = a.y; r.y = a.y; return r; }
__device__ __half2 __lows2half2(__half2 a, __half2 b) { __half2 r; r.x = a.x; r.y = b.x; return r; }
__device__ __half2 __highs2half2(__half2 a, __half2 b) { __half2 r; r.x = a.y; r.y = b.y; return r; }
__device__ __half2 __lowhigh2highlow(__half2 a) { __half2 r; r.x = a.y; r.y = a.x; return r; }
__device__ unsigned short __half_as_ushort(__half a) { return __sw_apply<unsigned short>("__half_as_ushort", a); }
__device__ short __half_as_short(__half a) { return (short)__half_as_ushort(a); }
__device__ __half __ushort_as_half(unsigned short a) { return __sw_apply<__half>("__ushort_as_half", a); }
__device__ __half __short_as_half(short a) { return __ushort_as_half((unsigned short)a); }
`,
};
