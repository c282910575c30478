template <typename T, bool WAIT = (sizeof(T) > 4)> __global__ void shift(T *data) {
  __shared__ T tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if (WAIT) __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x]; // race: 3
}

void host(int *data) { shift<<<1, 64>>>(data); }
