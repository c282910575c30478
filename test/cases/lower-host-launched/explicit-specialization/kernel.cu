template <typename T> __global__ void shift(T *data) {
  __shared__ T tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

template <> __global__ void shift<float>(float *data) {
  __shared__ float tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[63 - threadIdx.x]; // race: 10
}

void host(float *data) { shift<float><<<1, 64>>>(data); }
