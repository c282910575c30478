#include <type_traits>

template <typename T> __global__ void shift(T *data) {
  __shared__ T tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if constexpr (std::is_same_v<T, double>) __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x]; // race: 5
}

void host(float *data) { shift<<<1, 64>>>(data); }
