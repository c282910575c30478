/**
 * `cuComplex.h`: complex numbers as `float2` and `double2`. Exact but for the last digits of quotients and absolute
 * values.
 */
import type { LibrarySource } from './source.ts';

/** The functions for one precision; `f` is what their names end in, `F` what those of the math functions do. */
const ofPrecision = (type: string, real: string, f: string, made: string): string => `
__device__ ${type} ${made}(${real} r, ${real} i) { ${type} z; z.x = r; z.y = i; return z; }
__device__ ${real} cuCreal${f}(${type} x) { return x.x; }
__device__ ${real} cuCimag${f}(${type} x) { return x.y; }
__device__ ${type} cuConj${f}(${type} x) { return ${made}(x.x, -x.y); }
__device__ ${type} cuCadd${f}(${type} x, ${type} y) { return ${made}(x.x + y.x, x.y + y.y); }
__device__ ${type} cuCsub${f}(${type} x, ${type} y) { return ${made}(x.x - y.x, x.y - y.y); }
__device__ ${type} cuCmul${f}(${type} x, ${type} y) { return ${made}((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x)); }
__device__ ${type} cuCdiv${f}(${type} x, ${type} y) {
  ${real} s = fabs(y.x) + fabs(y.y);
  ${real} oos = (${real})1 / s;
  ${real} ars = x.x * oos;
  ${real} ais = x.y * oos;
  ${real} brs = y.x * oos;
  ${real} bis = y.y * oos;
  ${real} q = (${real})1 / ((brs * brs) + (bis * bis));
  return ${made}(((ars * brs) + (ais * bis)) * q, ((ais * brs) - (ars * bis)) * q);
}
__device__ ${real} cuCabs${f}(${type} x) { return hypot(x.x, x.y); }
__device__ ${type} cuCfma${f}(${type} x, ${type} y, ${type} d) { return ${made}(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x); }
`;

export const cuComplex: LibrarySource = {
  header: 'cuComplex.h',
  mentioned:
    /\bcu(?:Float|Double)?Complex\b|\bmake_cu(?:Float|Double)?Complex\b|\bcuC(?:real|imag|onj|add|sub|mul|div|abs|fma)f?\b|\bcuConjf?\b|\bcufft(?:Double)?(?:Complex|Real)\b/,
  declared: /\btypedef\s+float2\s+cuFloatComplex\b/,
  text: `
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef float2 cuComplex;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;
${ofPrecision('cuFloatComplex', 'float', 'f', 'make_cuFloatComplex')}
${ofPrecision('cuDoubleComplex', 'double', '', 'make_cuDoubleComplex')}
__device__ cuFloatComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return make_cuDoubleComplex((double)c.x, (double)c.y); }
__device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) { return make_cuFloatComplex((float)c.x, (float)c.y); }
`,
};
