__global__ void smooth(int *x, int *y, unsigned *count, int rounds) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int t = 0; t < rounds; t++) {
    int *from = t & 1 ? y : x, *to = t & 1 ? x : y;
    to[i] = from[(i + 64) % 256];  // race: 5
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(count, 1u);
      while (atomicAdd(count, 0u) < t * gridDim.x) {}
      __threadfence();
    }
    __syncthreads();
  }
}
