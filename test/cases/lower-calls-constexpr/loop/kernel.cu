constexpr __host__ __device__ int log2(int n) {
  int k = 0;
  while (n > 1) {
    n /= 2;
    k++;
  }
  return k;
}

__global__ void fold(float *data) {
  constexpr int stride = 1 << log2(100);
  __shared__ float tile[2 * stride];
  tile[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x < stride) data[threadIdx.x] = tile[threadIdx.x + stride]; // race: 13
}

void host(float *data) { fold<<<1, 128>>>(data); }
