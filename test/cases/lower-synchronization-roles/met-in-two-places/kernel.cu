#include <cuda/barrier>

__global__ void roles(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int s[32];
  if (threadIdx.x == 0)
    init(&ready, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    ready.arrive_and_wait();
    return;
  }
  ready.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
