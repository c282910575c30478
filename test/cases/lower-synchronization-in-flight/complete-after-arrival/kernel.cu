#include <cuda/barrier>
#include <cuda_pipeline.h>

__global__ void between(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int));
  __pipeline_commit();
  auto token = bar.arrive();
  __pipeline_wait_prior(0);
  bar.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 10
}
