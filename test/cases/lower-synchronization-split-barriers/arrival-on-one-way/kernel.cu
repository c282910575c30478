#include <cuda/barrier>

__global__ void sometimes(int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = n;
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
  if (n > 3)
    token = bar.arrive();
  bar.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x];
}
