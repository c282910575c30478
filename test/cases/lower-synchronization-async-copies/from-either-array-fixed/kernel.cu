#include <cuda_pipeline.h>

__global__ void either(const int *a, const int *b, int *out) {
  __shared__ int s[64];
  const int *from = threadIdx.x < 32 ? a : b;
  __pipeline_memcpy_async(&s[threadIdx.x], &from[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
