/**
 * GLM, whose vectors and matrices are plain numbers side by side: their sizes and members, elementwise arithmetic, and
 * of other functions that they only give a value. Without GLM_FORCE_DEFAULT_ALIGNED_GENTYPES nothing is aligned beyond
 * its elements.
 */
import type { LibrarySource } from './source.ts';

const fields = ['x', 'y', 'z', 'w'];
const sizes = [2, 3, 4];

function vectorOf(count: number): string {
  const own = fields.slice(0, count);
  const type = `vec<${count}, T, Q>`;
  const head = `template <typename T, int Q> __device__ ${type}`;
  const made = (of: (field: string) => string): string =>
    `{ ${type} r; ${own.map((field) => `r.${field} = ${of(field)};`).join(' ')} return r; }`;
  const operators = ['+', '-', '*', '/']
    .map(
      (op) => `
${head} operator${op}(${type} a, ${type} b) ${made((f) => `a.${f} ${op} b.${f}`)}
${head} operator${op}(${type} a, T b) ${made((f) => `a.${f} ${op} b`)}
${head} operator${op}(T a, ${type} b) ${made((f) => `a ${op} b.${f}`)}
${head} &operator${op}=(${type} &a, ${type} b) { ${own.map((f) => `a.${f} = a.${f} ${op} b.${f};`).join(' ')} return a; }
${head} &operator${op}=(${type} &a, T b) { ${own.map((f) => `a.${f} = a.${f} ${op} b;`).join(' ')} return a; }`,
    )
    .join('');
  const shorter =
    count === 2
      ? ''
      : `
  __device__ vec(vec<${count - 1}, T, Q> v, T last) { ${own
    .slice(0, -1)
    .map((f) => `${f} = v.${f};`)
    .join(' ')} ${own[count - 1] ?? ''} = last; }`;
  const longer =
    count === 4
      ? ''
      : `
  template <typename U> __device__ vec(const vec<${count + 1}, U, Q> &v) { ${own.map((f) => `${f} = v.${f};`).join(' ')} }`;
  return `
template <typename T, int Q> struct vec<${count}, T, Q> {
  T ${own.join(', ')};
  typedef T value_type;
  __device__ vec() {}
  template <typename U> __device__ vec(const vec<${count}, U, Q> &v) { ${own.map((f) => `${f} = v.${f};`).join(' ')} }
  __device__ explicit vec(T s) { ${own.map((f) => `${f} = s;`).join(' ')} }
  __device__ vec(${own.map((f) => `T ${f}_`).join(', ')}) { ${own.map((f) => `${f} = ${f}_;`).join(' ')} }${shorter}${longer}
  __device__ T &operator[](int k) { return (&x)[k]; }
  __device__ const T &operator[](int k) const { return (&x)[k]; }
};
${operators}
${head} operator-(${type} a) ${made((f) => `-a.${f}`)}
template <typename T, int Q> __device__ T dot(${type} a, ${type} b) { return ${own.map((f) => `a.${f} * b.${f}`).join(' + ')}; }
template <typename T, int Q> __device__ T length(${type} v) { return sqrt(dot(v, v)); }
${['normalize', 'abs', 'floor', 'ceil', 'sqrt', 'exp', 'fract', 'sign'].map((name) => `${head} ${name}(${type} v) { return __sw_any<${type}>(); }`).join('\n')}
${['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'log', 'exp2', 'log2', 'round', 'radians', 'degrees'].map((name) => `${head} ${name}(${type} v) { return __sw_any<${type}>(); }`).join('\n')}
${['min', 'max', 'mod', 'pow'].map((name) => `${head} ${name}(${type} a, ${type} b) { return __sw_any<${type}>(); }\n${head} ${name}(${type} a, T b) { return __sw_any<${type}>(); }`).join('\n')}
${head} clamp(${type} v, T lo, T hi) { return __sw_any<${type}>(); }
${head} mix(${type} a, ${type} b, T t) { return __sw_any<${type}>(); }
template <typename T> __device__ vec<${count}, T, 0> make_vec${count}(const T *p) { vec<${count}, T, 0> r; ${own.map((f, k) => `r.${f} = p[${k}];`).join(' ')} return r; }
template <typename T, int Q> __device__ T *value_ptr(${type} &v) { return &v.x; }`;
}

function matrixOf(columns: number, rows: number): string {
  const type = `mat<${columns}, ${rows}, T, Q>`;
  const head = 'template <typename T, int Q> __device__';
  const square =
    columns === rows
      ? `
${['inverse'].map((name) => `${head} ${type} ${name}(${type} m) { return __sw_any<${type}>(); }`).join('\n')}
${head} T determinant(${type} m) { return __sw_any<T>(); }`
      : '';
  const products = sizes
    .map(
      (other) =>
        `${head} mat<${other}, ${rows}, T, Q> operator*(${type} a, mat<${other}, ${columns}, T, Q> b) { return __sw_any<mat<${other}, ${rows}, T, Q>>(); }`,
    )
    .join('\n');
  return `
template <typename T, int Q> struct mat<${columns}, ${rows}, T, Q> {
  vec<${rows}, T, Q> columns[${columns}];
  __device__ mat() {}
  __device__ explicit mat(T s) {}
  template <typename U> __device__ mat(const mat<${columns}, ${rows}, U, Q> &m) { for (int k = 0; k < ${columns}; k++) columns[k] = m.columns[k]; }
  __device__ mat(${Array.from({ length: columns }, (_, k) => `vec<${rows}, T, Q> c${k}`).join(', ')}) { ${Array.from({ length: columns }, (_, k) => `columns[${k}] = c${k};`).join(' ')} }
  __device__ mat(${Array.from({ length: columns * rows }, (_, k) => `T e${k}`).join(', ')}) {}
  __device__ vec<${rows}, T, Q> &operator[](int k) { return columns[k]; }
  __device__ const vec<${rows}, T, Q> &operator[](int k) const { return columns[k]; }
};
${head} vec<${rows}, T, Q> operator*(${type} m, vec<${columns}, T, Q> v) { return __sw_any<vec<${rows}, T, Q>>(); }
${head} vec<${columns}, T, Q> operator*(vec<${rows}, T, Q> v, ${type} m) { return __sw_any<vec<${columns}, T, Q>>(); }
${products}
${['+', '-'].map((op) => `${head} ${type} operator${op}(${type} a, ${type} b) { return __sw_any<${type}>(); }`).join('\n')}
${['*', '/'].map((op) => `${head} ${type} operator${op}(${type} a, T b) { return __sw_any<${type}>(); }`).join('\n')}
${head} ${type} operator*(T a, ${type} b) { return __sw_any<${type}>(); }
${head} ${type} operator-(${type} a) { return __sw_any<${type}>(); }
${['+', '-'].map((op) => `${head} ${type} &operator${op}=(${type} &a, ${type} b) { a = __sw_any<${type}>(); return a; }`).join('\n')}
${['*', '/'].map((op) => `${head} ${type} &operator${op}=(${type} &a, T b) { a = __sw_any<${type}>(); return a; }`).join('\n')}
${head} mat<${rows}, ${columns}, T, Q> transpose(${type} m) { return __sw_any<mat<${rows}, ${columns}, T, Q>>(); }
${head} ${type} outerProduct(vec<${rows}, T, Q> c, vec<${columns}, T, Q> r) { return __sw_any<${type}>(); }${square}`;
}

const names: readonly (readonly [string, string])[] = [
  ['', 'float'],
  ['f', 'float'],
  ['d', 'double'],
  ['i', 'int'],
  ['u', 'unsigned int'],
  ['b', 'bool'],
];

export const glm: LibrarySource = {
  header: 'glm/glm.hpp',
  mentioned: /\bglm\s*::/,
  declared: /\bnamespace\s+glm\s*\{/,
  text: `namespace glm {
enum qualifier { packed_highp, defaultp = 0, highp = 0 };
template <int L, typename T = float, int Q = 0> struct vec {};
template <int C, int R, typename T = float, int Q = 0> struct mat {};
${sizes.map(vectorOf).join('\n')}
${sizes.map((columns) => sizes.map((rows) => matrixOf(columns, rows)).join('\n')).join('\n')}
${names.map(([prefix, scalar]) => sizes.map((count) => `typedef vec<${count}, ${scalar}, 0> ${prefix}vec${count};`).join('\n')).join('\n')}
${names
  .slice(0, 3)
  .map(([prefix, scalar]) =>
    sizes
      .map(
        (count) =>
          `typedef mat<${count}, ${count}, ${scalar}, 0> ${prefix}mat${count};\n${sizes.map((rows) => `typedef mat<${count}, ${rows}, ${scalar}, 0> ${prefix}mat${count}x${rows};`).join('\n')}`,
      )
      .join('\n'),
  )
  .join('\n')}
template <typename T, int Q = 0> struct qua {
  T x, y, z, w;
  typedef T value_type;
  qua() = default;
  __device__ qua(T w_, T x_, T y_, T z_) { x = x_; y = y_; z = z_; w = w_; }
  __device__ T &operator[](int k) { return (&x)[k]; }
  __device__ const T &operator[](int k) const { return (&x)[k]; }
};
typedef qua<float> quat;
typedef qua<float> fquat;
typedef qua<double> dquat;
${['normalize', 'inverse', 'conjugate'].map((name) => `template <typename T, int Q> __device__ qua<T, Q> ${name}(qua<T, Q> q) { return __sw_any<qua<T, Q>>(); }`).join('\n')}
template <typename T, int Q> __device__ T dot(qua<T, Q> a, qua<T, Q> b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
template <typename T, int Q> __device__ T length(qua<T, Q> q) { return sqrt(dot(q, q)); }
template <typename T, int Q> __device__ qua<T, Q> operator*(qua<T, Q> a, qua<T, Q> b) { return __sw_any<qua<T, Q>>(); }
${['slerp', 'mix', 'lerp'].map((name) => `template <typename T, int Q> __device__ qua<T, Q> ${name}(qua<T, Q> a, qua<T, Q> b, T t) { return __sw_any<qua<T, Q>>(); }`).join('\n')}
template <typename T, int Q> __device__ vec<3, T, Q> rotate(qua<T, Q> q, vec<3, T, Q> v) { return __sw_any<vec<3, T, Q>>(); }
template <typename T, int Q> __device__ vec<3, T, Q> operator*(qua<T, Q> q, vec<3, T, Q> v) { return __sw_any<vec<3, T, Q>>(); }
template <typename T, int Q> __device__ mat<3, 3, T, Q> mat3_cast(qua<T, Q> q) { return __sw_any<mat<3, 3, T, Q>>(); }
template <typename T, int Q> __device__ mat<4, 4, T, Q> mat4_cast(qua<T, Q> q) { return __sw_any<mat<4, 4, T, Q>>(); }
template <typename T, int Q> __device__ qua<T, Q> quat_cast(mat<3, 3, T, Q> m) { return __sw_any<qua<T, Q>>(); }
template <typename T, int Q> __device__ qua<T, Q> quat_cast(mat<4, 4, T, Q> m) { return __sw_any<qua<T, Q>>(); }
${sizes.map((count) => `template <typename T> __device__ mat<${count}, ${count}, T, 0> make_mat${count}(const T *p) { mat<${count}, ${count}, T, 0> r; for (int k = 0; k < ${count * count}; k++) r.columns[k / ${count}][k % ${count}] = p[k]; return r; }`).join('\n')}
${['atan', 'pow', 'mod', 'min', 'max'].map((name) => `__device__ float ${name}(float a, float b) { return __sw_any<float>(); }\n__device__ double ${name}(double a, double b) { return __sw_any<double>(); }`).join('\n')}
${['abs', 'sqrt', 'exp', 'log', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'floor', 'ceil', 'round', 'fract', 'sign', 'radians', 'degrees', 'inversesqrt'].map((name) => `__device__ float ${name}(float a) { return __sw_any<float>(); }\n__device__ double ${name}(double a) { return __sw_any<double>(); }`).join('\n')}
${['clamp', 'mix'].map((name) => `__device__ float ${name}(float a, float b, float c) { return __sw_any<float>(); }`).join('\n')}
template <typename T, int Q> __device__ vec<3, T, Q> cross(vec<3, T, Q> a, vec<3, T, Q> b) { vec<3, T, Q> r; r.x = a.y * b.z - a.z * b.y; r.y = a.z * b.x - a.x * b.z; r.z = a.x * b.y - a.y * b.x; return r; }
}
`,
};
