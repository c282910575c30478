// Objects of such types, and of classes that derive from them, are their value.
#include <cuda/std/type_traits>

template <class T> struct needs_rounding : cuda::std::bool_constant<sizeof(T) == 2> {};
struct Flag {
  __device__ constexpr operator bool() const { return true; }
};

template <class T, class Several> __device__ void turn(T *cells, T *out, Several several) {
  int t = threadIdx.x;
  cells[t] = out[t];
  if constexpr (several) __syncthreads();
  if (several()) out[t] = cells[63 - t];
  if (needs_rounding<T>::value) cells[0] = 0;
}

__global__ void turns(int *out) {
  __shared__ int cells[64];
  turn(cells, out, cuda::std::integral_constant<bool, true>());
  if (Flag{}) __syncthreads();
  turn(cells, out, cuda::std::false_type());
}

void host(int *out) { turns<<<1, 64>>>(out); }
