#include <cuda/barrier>

__global__ void turns(int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto token = bar.arrive();
  for (int k = 0; k < n; k++) {
    bar.wait(std::move(token));
    s[threadIdx.x] = k;
    token = bar.arrive();
  }
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 12
}
