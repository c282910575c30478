#include <cuda/barrier>

__global__ void copied(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  cuda::barrier<cuda::thread_scope_block>::arrival_token kept;
  auto token = bar.arrive();
  kept = token;
  bar.wait(std::move(kept));
  out[threadIdx.x] = s[63 - threadIdx.x];
}
