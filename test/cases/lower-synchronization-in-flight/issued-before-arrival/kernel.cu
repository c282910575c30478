#include <cuda/barrier>

__global__ void early(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), bar);
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x];
}
