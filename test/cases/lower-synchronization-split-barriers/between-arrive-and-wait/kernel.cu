#include <cuda/barrier>

__global__ void between(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  auto token = bar.arrive();
  int v = s[63 - threadIdx.x]; // race: 9
  bar.wait(std::move(token));
  out[threadIdx.x] = v;
}
