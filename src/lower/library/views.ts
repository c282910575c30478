/**
 * `span` and `mdspan` of `std::` and `cuda::std::`: a pointer and extents, without bounds checks. Exact; an `mdspan` of
 * one to three dimensions, of layout_right or layout_left, whose elements are in plain memory. libcu++ documentation,
 * "span" and "mdspan"; C++ [views.span], [mdspan.layout]. Where host code makes them: src/launch/library-views.ts.
 */
import type { LibrarySource } from './source.ts';

const dynamic = '18446744073709551615ul';

export const spans: LibrarySource = {
  header: 'span',
  mentioned: /\bstd::span\b|\busing\s+namespace\s+(?:cuda::)?std\b[^]*\bspan\s*</,
  declared: /\b(?:class|struct)\s+span\b/,
  text: `namespace cuda::std {
template <class T, unsigned long N = ${dynamic}> struct span {
  T *__data; unsigned long __count;
  span() = default;
  __device__ span(T *p, unsigned long n) { __data = p; __count = n; }
  template <unsigned long M> __device__ span(T (&a)[M]) { __data = a; __count = M; }
  __device__ T &operator[](unsigned long i) const { return __data[i]; }
  __device__ T &front() const { return __data[0]; }
  __device__ T &back() const { return __data[size() - 1]; }
  __device__ T *data() const { return __data; }
  __device__ T *begin() const { return __data; }
  __device__ T *end() const { return __data + size(); }
  __device__ unsigned long size() const { return N == ${dynamic} ? __count : N; }
  __device__ unsigned long size_bytes() const { return size() * sizeof(T); }
  __device__ bool empty() const { return size() == 0; }
  __device__ span<T> first(unsigned long n) const { return span<T>(__data, n); }
  __device__ span<T> last(unsigned long n) const { return span<T>(__data + (size() - n), n); }
  __device__ span<T> subspan(unsigned long from) const { return span<T>(__data + from, size() - from); }
  __device__ span<T> subspan(unsigned long from, unsigned long n) const { return span<T>(__data + from, n == ${dynamic} ? size() - from : n); }
};
}
`,
};

const names = ['A', 'B', 'C'];
const list = (rank: number, of: (at: number) => string, between = ', '): string =>
  names
    .slice(0, rank)
    .map((_, at) => of(at))
    .join(between);

/** Of so many numbers, all that are given, or one for each dynamic dimension: a static one may get any. */
const setters = (rank: number, count: number): string => {
  const values =
    count === rank ? ['n0', 'n1', 'n2'] : count === 1 ? ['n0', 'n0', 'n0'] : ['n0', '(A == -1 ? n1 : n0)', 'n1'];
  return list(rank, (at) => `__n${at} = ${values[at] ?? ''};`, ' ');
};

/** `extents` of some static and some dynamic dimensions: all are kept, the static ones unused. */
const extentsOf = (rank: number): string => `
template <class I, ${list(rank, (at) => `int ${names[at] ?? ''}`)}> struct extents<I, ${list(rank, (at) => names[at] ?? '')}> {
  using index_type = I;
  I ${list(rank, (at) => `__n${at}`)};
  extents() = default;
  ${[1, 2, 3]
    .slice(0, rank)
    .map(
      (count) => `__device__ extents(${list(count, (at) => `I n${at}`)}) { __set(${list(count, (at) => `n${at}`)}); }`,
    )
    .join('\n  ')}
  ${[1, 2, 3]
    .slice(0, rank)
    .map((count) => `__device__ void __set(${list(count, (at) => `long n${at}`)}) { ${setters(rank, count)} }`)
    .join('\n  ')}
  __device__ static constexpr int rank() { return ${rank}; }
  __device__ I extent(int k) const { ${list(rank, (at) => `if (k == ${at}) return __e${at}();`, ' ')} return 1; }
  ${list(rank, (at) => `__device__ I __e${at}() const { return ${names[at] ?? ''} == -1 ? __n${at} : (I)${names[at] ?? ''}; }`, '\n  ')}
};`;

/** The element of such indices, the last dimension or the first being the one of neighbours. */
const offsetOf = (rank: number, isRight: boolean): string => {
  const order = names.slice(0, rank).map((_, at) => (isRight ? at : rank - 1 - at));
  return order
    .slice(1)
    .reduce((sum, at) => `(${sum} * (long)__ext.__e${at}() + (long)i${at})`, `(long)i${order[0] ?? 0}`);
};

/**
 * What is made and read with as many extents and indices as there are dimensions: those of another number are not used.
 */
const ofRank = (rank: number, isRight: boolean): string => {
  const longs = (name: string): string => list(rank, (at) => `long ${name}${at}`);
  return `
  __device__ mdspan(T *p, ${longs('n')}) { __data = p; __ext.__set(${list(rank, (at) => `n${at}`)}); }
  __device__ T &operator()(${longs('i')}) const { return __data[${offsetOf(rank, isRight)}]; }
  __device__ T &operator[](${longs('i')}) const { return __data[${offsetOf(rank, isRight)}]; }`;
};

const mdspanOf = (name: string, isRight: boolean): string => `${name} {
  using index_type = typename E::index_type;
  T *__data; E __ext;
  mdspan() = default;
  __device__ explicit mdspan(T *p) { __data = p; }
  __device__ mdspan(T *p, E e) { __data = p; __ext = e; }${[1, 2, 3].map((rank) => ofRank(rank, isRight)).join('')}
  __device__ index_type extent(int k) const { return __ext.extent(k); }
  __device__ E extents() const { return __ext; }
  __device__ static constexpr int rank() { return E::rank(); }
  __device__ T *data_handle() const { return __data; }
};
`;

export const mdspans: LibrarySource = {
  header: 'mdspan',
  mentioned: /\bstd::(?:mdspan|d?extents)\b/,
  declared: /\b(?:class|struct)\s+mdspan\b/,
  text: `namespace cuda::std {
struct layout_right {}; struct layout_left {};
inline constexpr int dynamic_extent = -1;
template <class I, int... E> struct extents {};
${[1, 2, 3].map(extentsOf).join('')}
template <class I, int R> struct __sw_dextents {};
${[1, 2, 3].map((rank) => `template <class I> struct __sw_dextents<I, ${rank}> { using type = extents<I, ${list(rank, () => '-1')}>; };`).join('\n')}
template <class I, int R> using dextents = typename __sw_dextents<I, R>::type;
${mdspanOf('template <class T, class E, class L = layout_right> struct mdspan', true)}${mdspanOf('template <class T, class E> struct mdspan<T, E, layout_left>', false)}}
`,
};
