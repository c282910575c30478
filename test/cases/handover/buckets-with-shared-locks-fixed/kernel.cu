__global__ void insert(const int *key, int *next, int *heads) {
  __shared__ int lock[32];
  __shared__ int head[32];
  if (threadIdx.x < 32) {
    lock[threadIdx.x] = 0;
    head[threadIdx.x] = -1;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bucket = key[i] & 31;
  bool isDone = false;
  while (!isDone) {
    if (atomicExch(&lock[bucket], 1) == 0) {
      __threadfence_block();
      next[i] = head[bucket];
      head[bucket] = i;
      __threadfence_block();
      atomicExch(&lock[bucket], 0);
      isDone = true;
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) heads[blockIdx.x * 32 + threadIdx.x] = head[threadIdx.x];
}
