#include <type_traits>

template <class T>
__device__ void put(T *p, int *g) {
  if constexpr (std::is_same_v<T, int>)
    g[blockIdx.x * blockDim.x + threadIdx.x] = p[0];
  else
    g[0] = threadIdx.x;  // race: 8
}

__global__ void copy(int *g, const int *in) { put(in, g); }
