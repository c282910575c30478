#include <cuda/barrier>

__global__ void old(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto first = bar.arrive();
  auto kept = first;
  bar.wait(std::move(first));
  s[threadIdx.x] = in[threadIdx.x];
  auto second = bar.arrive();
  bar.wait(std::move(kept));
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 12
}
