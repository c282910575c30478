__global__ void partly(const int *flags, int *out) {
  __shared__ int seen[128];
  seen[threadIdx.x] = 0;
  int limit = blockIdx.x * 128;
  if (threadIdx.x < 96) limit += flags[threadIdx.x & 31];
  bool isLow = flags[threadIdx.x & 31] < 10;
  if (__all_sync(0xffffffff, isLow)) __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = seen[threadIdx.x];
}
