__global__ void accumulate(int *sum, const int *in, int *turn) {
  for (int r = 0; r < 4; r++) {
    if (threadIdx.x == 0) {
      while (atomicAdd(turn, 0) != r * gridDim.x + blockIdx.x) { }
      __threadfence();
    }
    __syncthreads();
    sum[threadIdx.x] += in[blockIdx.x * 64 + threadIdx.x];  // race: 8
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(turn, 1);
    }
  }
}
