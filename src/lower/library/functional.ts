/** Function objects of `<functional>`, `<cuda/functional>`, CUB and Thrust, and small functions of CUB. Exact. */
import type { LibrarySource } from './source.ts';

const operators: readonly (readonly [string, string])[] = [
  ['plus', 'a + b'],
  ['minus', 'a - b'],
  ['multiplies', 'a * b'],
  ['divides', 'a / b'],
  ['modulus', 'a % b'],
  ['maximum', 'a < b ? b : a'],
  ['minimum', 'b < a ? b : a'],
  ['bit_and', 'a & b'],
  ['bit_or', 'a | b'],
  ['bit_xor', 'a ^ b'],
];
const relations: readonly (readonly [string, string])[] = [
  ['equal_to', '=='],
  ['not_equal_to', '!='],
  ['less', '<'],
  ['less_equal', '<='],
  ['greater', '>'],
  ['greater_equal', '>='],
  ['logical_and', '&&'],
  ['logical_or', '||'],
];

/** With a type parameter that may be `void`: then the operands say the type. */
const ofType = ([name, value]: readonly [string, string]): string =>
  `template <class T = void> struct ${name} { template <class A> __device__ A operator()(const A &a, const A &b) const { return ${value}; } };\n`;
const relation = ([name, op]: readonly [string, string]): string =>
  `template <class T = void> struct ${name} { template <class A> __device__ bool operator()(const A &a, const A &b) const { return a ${op} b; } };\n`;
const objects = [...operators.map(ofType), ...relations.map(relation)].join('');

const plain = (name: string, value: string, result = 'A'): string =>
  `struct ${name} { template <class A> __device__ ${result} operator()(const A &a, const A &b) const { return ${value}; } };\n`;

/** The function objects of `cooperative_groups/reduce.h`; the reductions are in groups/collectives.ts. */
const groupFunctions = `${objects}
`;

export const groupReductions: LibrarySource = {
  header: 'cooperative_groups/reduce.h',
  mentioned: /\bcooperative_groups::(?:plus|less|greater|bit_and|bit_or|bit_xor)\b/,
  declared: /\bnamespace\s+cooperative_groups\s*\{/,
  text: `namespace cooperative_groups { ${groupFunctions} }\n`,
};

/** `cuda::aligned_size_t<16>(n)` of `<cuda/barrier>` is the number, with a promise on it. */
/** CUB documentation, "Thread and thread block I/O": wrappers of barriers and votes (`util_ptx.cuh`). */
export const cubBarriers: LibrarySource = {
  header: 'cub/util_ptx.cuh',
  mentioned: /\b(?:CTA_SYNC|WARP_SYNC)\b/,
  declared: /\bvoid\s+(?:CTA_SYNC|WARP_SYNC)\s*\(/,
  text: `
namespace cub {
__device__ void CTA_SYNC() { __syncthreads(); }
__device__ int CTA_SYNC_AND(int p) { return __syncthreads_and(p); }
__device__ int CTA_SYNC_OR(int p) { return __syncthreads_or(p); }
__device__ void WARP_SYNC(unsigned int member_mask) { __syncwarp(member_mask); }
}
`,
};

export const alignedSize: LibrarySource = {
  header: 'cuda/barrier',
  mentioned: /\baligned_size_t\b/,
  declared: /\bstruct\s+aligned_size_t\b/,
  text: `namespace cuda { template <unsigned long A> struct aligned_size_t { unsigned long value; __device__ aligned_size_t(unsigned long n) { value = n; } __device__ operator unsigned long() const { return value; } }; }\n`,
};

export const functional: LibrarySource = {
  header: 'functional',
  mentioned: new RegExp(
    `\\b(?:std|thrust|cuda)::(?:std::)?(?:${[...operators, ...relations].map(([name]) => name).join('|')})\\b|\\bcub::`,
  ),
  declared: /\bnamespace\s+cub\b[^;{]{0,1000}\{[^]*\bstruct\s+Sum\b/,
  text: `
namespace cuda::std { ${objects} }
namespace thrust { ${objects} }
namespace cub {
${plain('Sum', 'a + b')}${plain('Max', 'a < b ? b : a')}${plain('Min', 'b < a ? b : a')}${plain('Difference', 'a - b')}${plain('Division', 'a / b')}
${plain('Equality', 'a == b', 'bool')}${plain('Inequality', 'a != b', 'bool')}
template <class K, class V> struct KeyValuePair { K key; V value; };
struct ArgMax { template <class P> __device__ P operator()(const P &a, const P &b) const { if (b.value > a.value || (a.value == b.value && b.key < a.key)) return b; return a; } };
struct ArgMin { template <class P> __device__ P operator()(const P &a, const P &b) const { if (b.value < a.value || (a.value == b.value && b.key < a.key)) return b; return a; } };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
__device__ int LaneId() { return __sw_rank() & 31; }
__device__ int WarpId() { return __sw_rank() >> 5; }
__device__ int RowMajorTid(int x, int y, int z) { return __sw_rank(); }
template <int MODIFIER, class T> __device__ T ThreadLoad(T *from) { return *from; }
template <int MODIFIER, class T> __device__ void ThreadStore(T *to, T value) { *to = value; }
template <int W, class T> __device__ T ShuffleUp(T input, int offset, int first, unsigned mask) { return __shfl_up_sync(mask, input, offset, W); }
template <int W, class T> __device__ T ShuffleDown(T input, int offset, int last, unsigned mask) { return __shfl_down_sync(mask, input, offset, W); }
template <int W, class T> __device__ T ShuffleIndex(T input, int lane, unsigned mask) { return __shfl_sync(mask, input, lane, W); }
}
`,
};
