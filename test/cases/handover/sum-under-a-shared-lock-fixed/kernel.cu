__global__ void sum(const int *value, int *out) {
  __shared__ int lock;
  __shared__ int total;
  if (threadIdx.x == 0) {
    lock = 0;
    total = 0;
  }
  __syncthreads();
  bool isDone = false;
  while (!isDone) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      total += value[threadIdx.x];
      __threadfence_block();
      atomicExch(&lock, 0);
      isDone = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
