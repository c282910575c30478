/**
 * Warp matrix functions (CUDA C++ Programming Guide, "Warp Matrix Functions"). A fragment's elements are any values.
 * Which lane touches which element of a matrix in memory is not documented: the region is given to the lanes one
 * element after the other, from lane 19 on. Exact between warps, for which only the region as a whole counts; within a
 * warp, accesses next to these calls are compared under that distribution (docs/theory.md). All lanes of the warp must
 * make each call but
 * `fill_fragment`: a vote stands for that they meet there, without an order of memory.
 */
import type { LibrarySource } from './source.ts';

export const wmma: LibrarySource = {
  header: 'mma.h',
  mentioned: /\bwmma\b/,
  declared: /\bnamespace\s+wmma\s*\{/,
  text: `
namespace nvcuda { namespace wmma {
struct matrix_a { static constexpr int id = 0; };
struct matrix_b { static constexpr int id = 1; };
struct accumulator { static constexpr int id = 2; };
struct row_major { static constexpr int id = 0; };
struct col_major { static constexpr int id = 1; };
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32 {}; struct u4 {}; struct s4 {}; struct b1 {}; }
namespace experimental { namespace precision { struct u4 {}; struct s4 {}; struct b1 {}; } }
template <class T> struct __sw_element { typedef T type; };
template <> struct __sw_element<precision::tf32> { typedef float type; };
template <class Use, int M, int N, int K, class T, class Layout = row_major> struct fragment {
  static constexpr int num_elements = 16;
  static constexpr int num_storage_elements = 16;
  typename __sw_element<T>::type x[32];
};
template <class F, class T> __device__ void fill_fragment(F &f, T value) { for (int k = 0; k < 16; k++) f.x[k] = value; }
__device__ float __float_to_tf32(float x) { return __sw_any<float>(x); }
template <class P> __device__ void __sw_read_matrix(P *from, int outer, int inner, unsigned ld) {
  __any_sync(0xffffffffu, 0);
  int lane = (__sw_rank() + 13) % 32;
  for (int k = 0; k < outer; k += 32 / inner) { P element = from[(long)(k + lane / inner) * ld + lane % inner]; }
}
template <class Use, int M, int N, int K, class T, class L, class P> __device__ void load_matrix_sync(fragment<Use, M, N, K, T, L> &f, const P *from, unsigned ld) {
  const int rows = Use::id == 1 ? K : M;
  const int columns = Use::id == 0 ? K : N;
  __sw_read_matrix(from, L::id == 0 ? rows : columns, L::id == 0 ? columns : rows, ld);
  for (int k = 0; k < 16; k++) f.x[k] = __sw_any<typename __sw_element<T>::type>();
}
template <class Use, int M, int N, int K, class T, class L, class P> __device__ void load_matrix_sync(fragment<Use, M, N, K, T, L> &f, const P *from, unsigned ld, layout_t layout) {
  if (layout == mem_row_major) __sw_read_matrix(from, M, N, ld);
  else __sw_read_matrix(from, N, M, ld);
  for (int k = 0; k < 16; k++) f.x[k] = __sw_any<typename __sw_element<T>::type>();
}
template <class P, class T> __device__ void __sw_write_matrix(P *to, int outer, int inner, unsigned ld, T value) {
  __any_sync(0xffffffffu, 0);
  int lane = (__sw_rank() + 13) % 32;
  for (int k = 0; k < outer; k += 32 / inner) to[(long)(k + lane / inner) * ld + lane % inner] = value;
}
template <class P, class Use, int M, int N, int K, class T, class L> __device__ void store_matrix_sync(P *to, const fragment<Use, M, N, K, T, L> &f, unsigned ld, layout_t layout) {
  if (layout == mem_row_major) __sw_write_matrix(to, M, N, ld, __sw_any<T>());
  else __sw_write_matrix(to, N, M, ld, __sw_any<T>());
}
template <class D, class A, class B, class C> __device__ void mma_sync(D &d, const A &a, const B &b, const C &c, bool saturate = false) { __any_sync(0xffffffffu, 0); for (int k = 0; k < 16; k++) d.x[k] = __sw_any<float>(); }
} }
`,
};
