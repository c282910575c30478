#include <thrust/device_vector.h>

template <typename T> __global__ void shift(T *data) {
  __shared__ T tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if constexpr (sizeof(T) == 8) __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

template <typename T> struct Buffer { thrust::device_vector<T> cells; };

void host() {
  Buffer<double> buffer;
  auto *data = thrust::raw_pointer_cast(buffer.cells.data());
  shift<<<1, 64>>>(data);
}
