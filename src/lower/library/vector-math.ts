/**
 * `helper_math.h` and its kin, the vector arithmetic that CUDA's samples bring along, for files that use it without its
 * header. Exact for `+ - * /` and what is made of them.
 */
import type { LibrarySource } from './source.ts';

const fields = ['x', 'y', 'z', 'w'];
const kinds: readonly (readonly [string, string])[] = [
  ['float', 'float'],
  ['int', 'int'],
  ['uint', 'unsigned int'],
  ['double', 'double'],
];

function vectorsOf([name, scalar]: readonly [string, string]): string {
  return [2, 3, 4]
    .map((count) => {
      const type = `${name}${count}`;
      const own = fields.slice(0, count);
      const made = (of: (field: string) => string): string =>
        `{ ${type} r; ${own.map((field) => `r.${field} = ${of(field)};`).join(' ')} return r; }`;
      const sum = (of: (field: string) => string): string => own.map(of).join(' + ');
      const operators = ['+', '-', '*', '/']
        .map(
          (op) => `
__device__ ${type} operator${op}(${type} a, ${type} b) ${made((f) => `a.${f} ${op} b.${f}`)}
__device__ ${type} operator${op}(${type} a, ${scalar} b) ${made((f) => `a.${f} ${op} b`)}
__device__ ${type} operator${op}(${scalar} a, ${type} b) ${made((f) => `a ${op} b.${f}`)}
__device__ void operator${op}=(${type} &a, ${type} b) { ${own.map((f) => `a.${f} = a.${f} ${op} b.${f};`).join(' ')} }
__device__ void operator${op}=(${type} &a, ${scalar} b) { ${own.map((f) => `a.${f} = a.${f} ${op} b;`).join(' ')} }`,
        )
        .join('');
      const common = `${operators}
__device__ ${scalar} dot(${type} a, ${type} b) { return ${sum((f) => `a.${f} * b.${f}`)}; }
__device__ ${type} clamp(${type} v, ${scalar} lo, ${scalar} hi) ${made((f) => `v.${f} < lo ? lo : hi < v.${f} ? hi : v.${f}`)}
__device__ ${type} clamp(${type} v, ${type} lo, ${type} hi) ${made((f) => `v.${f} < lo.${f} ? lo.${f} : hi.${f} < v.${f} ? hi.${f} : v.${f}`)}
`;
      if (name === 'uint') return common;
      const signed = `__device__ ${type} operator-(${type} a) ${made((f) => `-a.${f}`)}\n`;
      if (name === 'int') return common + signed;
      return `${common}${signed}
__device__ ${scalar} length(${type} v) { return sqrt(dot(v, v)); }
__device__ ${type} normalize(${type} v) { ${scalar} s = (${scalar})1 / sqrt(dot(v, v)); return v * s; }
__device__ ${type} lerp(${type} a, ${type} b, ${scalar} t) ${made((f) => `a.${f} + t * (b.${f} - a.${f})`)}
__device__ ${type} floorf(${type} v) ${made((f) => `floor(v.${f})`)}
__device__ ${type} fabs(${type} v) ${made((f) => `fabs(v.${f})`)}
__device__ ${type} fminf(${type} a, ${type} b) ${made((f) => `fmin(a.${f}, b.${f})`)}
__device__ ${type} fmaxf(${type} a, ${type} b) ${made((f) => `fmax(a.${f}, b.${f})`)}
__device__ ${type} reflect(${type} i, ${type} n) { return i - (${scalar})2 * n * dot(n, i); }
`;
    })
    .join('');
}

/** Vectors of one kind made from others: `make_float4(v, w)`, `make_float3(v)`, `make_float3(s)`. */
const makers = (name: string, scalar: string): string => `
__device__ ${name}3 make_${name}3(${name}4 a) { ${name}3 r; r.x = a.x; r.y = a.y; r.z = a.z; return r; }
__device__ ${name}3 make_${name}3(${name}2 a, ${scalar} s) { ${name}3 r; r.x = a.x; r.y = a.y; r.z = s; return r; }
__device__ ${name}4 make_${name}4(${name}3 a, ${scalar} s) { ${name}4 r; r.x = a.x; r.y = a.y; r.z = a.z; r.w = s; return r; }
__device__ ${name}2 make_${name}2(${name}3 a) { ${name}2 r; r.x = a.x; r.y = a.y; return r; }
`;

export const vectorMath: LibrarySource = {
  header: 'helper_math.h',
  mentioned: /\b(?:dot|normalize|length|lerp|clamp|cross|reflect)\s*\(|\b(?:float|int|uint|double)[234]\b/,
  // Whoever declares any operator of vectors has arithmetic of their own.
  declared: /\boperator\s*[-+*/]=?\s*\([^)]*\b(?:float|int|uint|double)[234]\b/,
  text: `${kinds.map(vectorsOf).join('')}${makers('float', 'float')}${makers('int', 'int')}
${kinds.map(([, scalar]) => `__device__ ${scalar} clamp(${scalar} v, ${scalar} lo, ${scalar} hi) { return v < lo ? lo : hi < v ? hi : v; }\n`).join('')}
__device__ float3 cross(float3 a, float3 b) { float3 r; r.x = a.y * b.z - a.z * b.y; r.y = a.z * b.x - a.x * b.z; r.z = a.x * b.y - a.y * b.x; return r; }
`,
};
