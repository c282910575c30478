/**
 * `pair`, `array`, `tuple`, `complex` and small functions of `std::`, `cuda::std::` and `thrust::`. Exact, but for
 * elementary functions of complex numbers, whose values are not modelled.
 */
import type { LibrarySource } from './source.ts';

const spaces = ['cuda::std', 'thrust'];
export const inSpaces = (text: (space: string) => string): string =>
  spaces.map((space) => `namespace ${space} {${text(space)}}\n`).join('');

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
/** `tuple` of one to eight elements, each a partial specialization of its own. */
const tuples = letters
  .map((_, k) => {
    const types = letters.slice(0, k + 1);
    const list = (of: (type: string, at: number) => string): string => types.map(of).join(', ');
    return `
template <${list((t) => `class ${t}`)}> struct __sw_tuple${k + 1} {
  ${types.map((t, at) => `${t} e${at};`).join(' ')}
  __sw_tuple${k + 1}() = default;
  __device__ __sw_tuple${k + 1}(${list((t, at) => `${t} x${at}`)}) { ${types.map((_t, at) => `e${at} = x${at};`).join(' ')} }
};
template <${list((t) => `class ${t}`)}> struct tuple<${list((t) => t)}> : __sw_tuple${k + 1}<${list((t) => t)}> {
  tuple() = default;
  __device__ tuple(${list((t, at) => `${t} x${at}`)}) { ${types.map((_t, at) => `this->e${at} = x${at};`).join(' ')} }
};
template <${list((t) => `class ${t}`)}> __device__ tuple<${list((t) => t)}> make_tuple(${list((t, at) => `${t} x${at}`)}) { tuple<${list((t) => t)}> r; ${types.map((_t, at) => `r.e${at} = x${at};`).join(' ')} return r; }
`;
  })
  .join('');

export const pairs: LibrarySource = {
  header: 'utility',
  mentioned: /\b(?:std|thrust)::(?:make_)?pair\b|\b(?:std|thrust)::get\b/,
  declared: /\bnamespace\s+std\b[^;{]{0,1000}\{[^}]*\bstruct\s+pair\b/,
  text: inSpaces(
    () => `
template <class A, class B> struct pair { A first; B second; pair() = default; __device__ pair(A a, B b) { first = a; second = b; } };
template <class A, class B> __device__ pair<A, B> make_pair(A a, B b) { pair<A, B> r; r.first = a; r.second = b; return r; }
`,
  ),
};

export const arrays: LibrarySource = {
  header: 'array',
  mentioned: /\b(?:std|thrust)::array\b/,
  declared: /\bnamespace\s+std\b[^;{]{0,1000}\{[^}]*\bstruct\s+array\b/,
  text: inSpaces(
    () => `
template <class T, unsigned long N> struct array {
  T elems[N];
  __device__ T &operator[](unsigned long i) { return elems[i]; }
  __device__ T &at(unsigned long i) { return elems[i]; }
  __device__ T &front() { return elems[0]; }
  __device__ T &back() { return elems[N - 1]; }
  __device__ T *data() { return elems; }
  __device__ T *begin() { return elems; }
  __device__ T *end() { return elems + N; }
  __device__ unsigned long size() const { return N; }
  __device__ bool empty() const { return N == 0; }
  __device__ void fill(const T &value) { for (unsigned long k = 0; k < N; k++) elems[k] = value; }
};
`,
  ),
};

export const tupleTypes: LibrarySource = {
  header: 'tuple',
  mentioned: /\b(?:std|thrust)::(?:make_)?tuple\b/,
  declared: /\b(?:struct|class)\s+tuple\b/,
  text: inSpaces(
    () => `
template <class... Ts> struct tuple;
${tuples}
template <int I, class T> __device__ auto &get(T &t) {
  if constexpr (I == 0) return t.e0;
  else if constexpr (I == 1) return t.e1;
  else if constexpr (I == 2) return t.e2;
  else if constexpr (I == 3) return t.e3;
  else if constexpr (I == 4) return t.e4;
  else return t.e5;
}
`,
  ),
};

/** `tie(a, b) = x` assigns the parts of a pair or tuple, one after the other. */
const tied = letters
  .slice(1)
  .map((_, k) => {
    const types = letters.slice(0, k + 2);
    const list = (of: (type: string, at: number) => string, separator = ', '): string => types.map(of).join(separator);
    const from = (parameters: string, type: string, part: (at: number) => string): string =>
      `  template <${parameters}> __device__ void operator=(const ${type} &x) { ${list((_t, at) => `r${at} = x.${part(at)};`, ' ')} }`;
    const others = types.map((_t, at) => `class T${at}`).join(', ');
    const given = types.map((_t, at) => `T${at}`).join(', ');
    return `
template <${list((t) => `class ${t}`)}> struct __sw_tie${k + 2} {
  ${list((t, at) => `${t} &r${at};`, ' ')}
  __device__ __sw_tie${k + 2}(${list((t, at) => `${t} &x${at}`)}) : ${list((_t, at) => `r${at}(x${at})`)} {}
${k === 0 ? `${from(others, `pair<${given}>`, (at) => (at === 0 ? 'first' : 'second'))}\n` : ''}${from(others, `tuple<${given}>`, (at) => `e${at}`)}
};
template <${list((t) => `class ${t}`)}> __device__ __sw_tie${k + 2}<${list((t) => t)}> tie(${list((t, at) => `${t} &x${at}`)}) { return __sw_tie${k + 2}<${list((t) => t)}>(${list((_t, at) => `x${at}`)}); }
`;
  })
  .join('');

export const ties: LibrarySource = {
  header: 'tuple',
  mentioned: /\b(?:std|thrust)::tie\b/,
  declared: /\bnamespace\s+std\b[^;{]{0,1000}\{[^}]*\btie\s*\(/,
  text: inSpaces(() => tied),
};

const elementary = ['exp', 'log', 'log10', 'sqrt', 'sin', 'cos', 'tan', 'sinh', 'cosh', 'tanh', 'asin', 'acos', 'atan'];

/** `complex<real>`, aligned as a whole (`thrust/complex.h`, `cuda/std/complex`). */
const complexOf = (real: string, align: number): string => `
template <> struct alignas(${align}) complex<${real}> {
  ${real} re;
  ${real} im;
  complex() = default;
  __device__ complex(${real} r) { re = r; im = (${real})0; }
  __device__ complex(${real} r, ${real} i) { re = r; im = i; }
  __device__ ${real} real() const { return re; }
  __device__ ${real} imag() const { return im; }
  __device__ void real(${real} r) { re = r; }
  __device__ void imag(${real} i) { im = i; }
};
${['+', '-']
  .map(
    (op) => `
__device__ complex<${real}> operator${op}(const complex<${real}> &a, const complex<${real}> &b) { complex<${real}> z; z.re = a.re ${op} b.re; z.im = a.im ${op} b.im; return z; }
__device__ complex<${real}> operator${op}(const complex<${real}> &a, const ${real} &b) { complex<${real}> z; z.re = a.re ${op} b; z.im = a.im; return z; }
__device__ complex<${real}> operator${op}(const ${real} &a, const complex<${real}> &b) { complex<${real}> z; z.re = a ${op} b.re; z.im = (${real})0 ${op} b.im; return z; }`,
  )
  .join('')}
__device__ complex<${real}> operator*(const complex<${real}> &a, const complex<${real}> &b) { complex<${real}> z; z.re = a.re * b.re - a.im * b.im; z.im = a.re * b.im + a.im * b.re; return z; }
__device__ complex<${real}> operator*(const complex<${real}> &a, const ${real} &b) { complex<${real}> z; z.re = a.re * b; z.im = a.im * b; return z; }
__device__ complex<${real}> operator*(const ${real} &a, const complex<${real}> &b) { complex<${real}> z; z.re = a * b.re; z.im = a * b.im; return z; }
__device__ complex<${real}> operator/(const complex<${real}> &a, const complex<${real}> &b) { ${real} d = b.re * b.re + b.im * b.im; complex<${real}> z; z.re = (a.re * b.re + a.im * b.im) / d; z.im = (a.im * b.re - a.re * b.im) / d; return z; }
__device__ complex<${real}> operator/(const complex<${real}> &a, const ${real} &b) { complex<${real}> z; z.re = a.re / b; z.im = a.im / b; return z; }
__device__ complex<${real}> operator/(const ${real} &a, const complex<${real}> &b) { ${real} d = b.re * b.re + b.im * b.im; complex<${real}> z; z.re = a * b.re / d; z.im = -a * b.im / d; return z; }
${['+', '-', '*', '/']
  .map(
    (op) => `
__device__ complex<${real}> &operator${op}=(complex<${real}> &a, const complex<${real}> &b) { a = a ${op} b; return a; }
__device__ complex<${real}> &operator${op}=(complex<${real}> &a, const ${real} &b) { a = a ${op} b; return a; }`,
  )
  .join('')}
__device__ complex<${real}> operator-(const complex<${real}> &a) { complex<${real}> z; z.re = -a.re; z.im = -a.im; return z; }
__device__ bool operator==(const complex<${real}> &a, const complex<${real}> &b) { return a.re == b.re && a.im == b.im; }
__device__ bool operator!=(const complex<${real}> &a, const complex<${real}> &b) { return a.re != b.re || a.im != b.im; }
`;

/** Functions of complex numbers by name. */
const complexFunctions = (real: string): string => `
__device__ ${real} real(const complex<${real}> &z) { return z.re; }
__device__ ${real} imag(const complex<${real}> &z) { return z.im; }
__device__ ${real} abs(const complex<${real}> &z) { return hypot(z.re, z.im); }
__device__ ${real} arg(const complex<${real}> &z) { return atan2(z.im, z.re); }
__device__ ${real} norm(const complex<${real}> &z) { return z.re * z.re + z.im * z.im; }
__device__ complex<${real}> conj(const complex<${real}> &z) { complex<${real}> c; c.re = z.re; c.im = -z.im; return c; }
__device__ complex<${real}> polar(${real} r, ${real} phi) { complex<${real}> z; z.re = r * cos(phi); z.im = r * sin(phi); return z; }
${elementary.map((name) => `__device__ complex<${real}> ${name}(const complex<${real}> &z) { return __sw_any<complex<${real}>>(); }`).join('\n')}
__device__ complex<${real}> pow(const complex<${real}> &z, const complex<${real}> &w) { return __sw_any<complex<${real}>>(); }
__device__ complex<${real}> pow(const complex<${real}> &z, const ${real} &w) { return __sw_any<complex<${real}>>(); }
`;

export const complexNumbers: LibrarySource = {
  header: 'complex',
  mentioned: /\b(?:std|thrust)::(?:complex|conj|polar)\b/,
  declared: /\b(?:struct|class)\s+complex\b/,
  // One type under both names: functions are declared alike in both spaces, operators once.
  text: `
namespace cuda::std {
template <class T> struct complex;
${complexOf('float', 8)}${complexOf('double', 16)}
}
namespace thrust { template <class T> using complex = cuda::std::complex<T>; }
${inSpaces(() => `${complexFunctions('float')}${complexFunctions('double')}`)}`,
};

export const utilities: LibrarySource = {
  header: 'utility',
  mentioned: /\b(?:std|thrust)::(?:swap|exchange|clamp|move|forward|as_const|addressof|bit_cast)\b|\bswap\s*\(/,
  declared: /\bvoid\s+swap\s*\(/,
  text: inSpaces(
    () => `
template <class T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <class T> __device__ T exchange(T &a, T b) { T t = a; a = b; return t; }
template <class T> __device__ T clamp(T v, T lo, T hi) { return v < lo ? lo : hi < v ? hi : v; }
template <class T> __device__ T &move(T &a) { return a; }
template <class T> __device__ T &forward(T &a) { return a; }
`,
  ),
};
