/**
 * Parts of CUTLASS that kernels use without its collectives: number types, `Array` and its conversions, `FastDivmod`,
 * named barriers, asynchronous copies, roles of warps (cutlass/array.h, numeric_types.h, numeric_conversion.h,
 * fast_math.h, arch/barrier.h, arch/memory_sm80.h). Narrow numbers have sizes and no values. Numbers of less than a byte
 * and arrays of them are left out: they are packed.
 */
import type { LibrarySource } from './source.ts';

const number = (name: string, bytes: 1 | 2 | 4): string => {
  const bits = { 1: 'unsigned char', 2: 'unsigned short', 4: 'unsigned int' }[bytes];
  return `
struct alignas(${bytes}) ${name} {
  ${bits} storage;
  ${name}() = default;
  __device__ ${name}(float x) { storage = __sw_any<${bits}>(); }
  __device__ ${name}(double x) { storage = __sw_any<${bits}>(); }
  __device__ ${name}(int x) { storage = __sw_any<${bits}>(); }
  __device__ operator float() const { return __sw_any<float>(); }
  __device__ ${bits} raw() const { return storage; }
};
${['+', '-', '*', '/'].map((op) => `__device__ ${name} operator${op}(const ${name} &a, const ${name} &b) { return ${name}((float)a ${op} (float)b); }`).join('\n')}
`;
};

/** Those of users get numbers behind the ones that the library keeps (cutlass/arch/barrier.h). */
const reservedBarriers = 8;

/** `arch::NamedBarrier`, by PTX's barriers. */
const namedBarriers = `
struct NamedBarrier {
  __device__ static void sync(unsigned threads, unsigned id) { unsigned at = id + ${reservedBarriers}; asm volatile("bar.sync %0, %1;" : : "r"(at), "r"(threads) : "memory"); }
  __device__ static void arrive(unsigned threads, unsigned id) { unsigned at = id + ${reservedBarriers}; asm volatile("bar.arrive %0, %1;" : : "r"(at), "r"(threads) : "memory"); }
  __device__ static void arrive_and_wait(unsigned threads, unsigned id) { sync(threads, id); }
};
`;

export const cutlassNumbers: LibrarySource = {
  header: 'cutlass/numeric_types.h',
  mentioned: /\bcutlass\s*::/,
  declared: /\bnamespace\s+cutlass\b[^;{]{0,200}\{/,
  text: `namespace cutlass {
${number('half_t', 2)}${number('bfloat16_t', 2)}${number('tfloat32_t', 4)}
${['float_e4m3_t', 'float_e5m2_t', 'float_ue4m3_t', 'float_ue8m0_t'].map((name) => number(name, 1)).join('')}
template <class T> struct sizeof_bits { static constexpr int value = 8 * sizeof(T); };
template <class T> constexpr int sizeof_bits_v = 8 * sizeof(T);
enum class FloatRoundStyle { round_indeterminate, round_toward_zero, round_to_nearest, round_to_nearest_satfinite, round_toward_infinity, round_toward_neg_infinity, round_half_ulp_truncate, round_half_ulp_trunc_dntz };
template <class T, int N, bool RegisterSized = true> struct Array {
  typedef T Element;
  typedef T value_type;
  static constexpr int kElements = N;
  T storage[N];
  __device__ T &operator[](int k) { return storage[k]; }
  __device__ const T &operator[](int k) const { return storage[k]; }
  __device__ T &at(int k) { return storage[k]; }
  __device__ T *data() { return storage; }
  __device__ const T *data() const { return storage; }
  __device__ T *begin() { return storage; }
  __device__ T *end() { return storage + N; }
  __device__ constexpr int size() const { return N; }
  __device__ void clear() { for (int k = 0; k < N; k++) storage[k] = T(0); }
  __device__ void fill(const T &value) { for (int k = 0; k < N; k++) storage[k] = value; }
};
template <class T, int N, int Alignment = N * sizeof(T)> struct alignas(Alignment) AlignedArray : Array<T, N> {};
template <class T, class S, FloatRoundStyle R = FloatRoundStyle::round_to_nearest> struct NumericConverter {
  typedef T result_type;
  typedef S source_type;
  __device__ static T convert(const S &s) { return T((float)s); }
  __device__ T operator()(const S &s) const { return T((float)s); }
};
template <class T, class S, int N, FloatRoundStyle R = FloatRoundStyle::round_to_nearest> struct NumericArrayConverter {
  typedef Array<T, N> result_type;
  typedef Array<S, N> source_type;
  __device__ static Array<T, N> convert(const Array<S, N> &s) { Array<T, N> r; for (int k = 0; k < N; k++) r.storage[k] = T((float)s.storage[k]); return r; }
  __device__ Array<T, N> operator()(const Array<S, N> &s) const { return convert(s); }
};
struct FastDivmod {
  int divisor;
  unsigned multiplier;
  unsigned shift_right;
  FastDivmod() = default;
  __device__ FastDivmod(int d) { divisor = d; multiplier = __sw_any<unsigned>(); shift_right = __sw_any<unsigned>(); }
  __device__ void operator()(int &quotient, int &remainder, int dividend) const { quotient = dividend / divisor; remainder = dividend % divisor; }
  __device__ int div(int dividend) const { return dividend / divisor; }
  __device__ int rem(int dividend) const { return dividend % divisor; }
  __device__ int divmod(int &remainder, int dividend) const { remainder = dividend % divisor; return dividend / divisor; }
  __device__ operator int() const { return divisor; }
};
static constexpr int NumThreadsPerWarp = 32;
static constexpr int NumThreadsPerWarpGroup = 128;
static constexpr int NumWarpsPerWarpGroup = 4;
__device__ int canonical_lane_idx() { return threadIdx.x % 32; }
__device__ int canonical_warp_idx() { return threadIdx.x / 32; }
__device__ int canonical_warp_idx_sync() { return __shfl_sync(0xffffffff, threadIdx.x / 32, 0); }
__device__ int canonical_warp_group_idx() { return __shfl_sync(0xffffffff, threadIdx.x / 128, 0); }
template <class T, class V> __device__ constexpr T ceil_div(T a, V b) { return (a + b - 1) / b; }
template <class T, class V> __device__ constexpr T round_up(T a, V b) { return (a + b - 1) / b * b; }
template <class T> struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <class T> struct minus { __device__ T operator()(const T &a, const T &b) const { return a - b; } };
template <class T> struct multiplies { __device__ T operator()(const T &a, const T &b) const { return a * b; } };
template <class T> struct maximum { __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <class T> struct minimum { __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
__device__ float fast_exp(float x) { return expf(x); }
__device__ float fast_log(float x) { return logf(x); }
__device__ float fast_tanh(float x) { return tanhf(x); }
namespace arch {
${namedBarriers}
__device__ void cp_async_fence() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" : : "n"(N) : "memory"); }
__device__ void fence_view_async_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void fence_barrier_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
template <unsigned N> __device__ void warpgroup_reg_alloc() {}
template <unsigned N> __device__ void warpgroup_reg_dealloc() {}
}
}
`,
};
