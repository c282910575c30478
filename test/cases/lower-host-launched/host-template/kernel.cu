template <typename T> __global__ void shift(T *data) {
  __shared__ T tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if constexpr (sizeof(T) == 8) __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x]; // race: 3
}

template <typename T> void run(T *data) { shift<T><<<1, 64>>>(data); }

void host(float *data) { run(data); }
