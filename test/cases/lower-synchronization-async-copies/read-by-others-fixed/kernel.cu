#include <cuda_pipeline.h>

__global__ void reverse(const int *in, int *out) {
  __shared__ int s[64];
  for (int k = threadIdx.x; k < 64; k += blockDim.x)
    __pipeline_memcpy_async(&s[k], &in[k], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
