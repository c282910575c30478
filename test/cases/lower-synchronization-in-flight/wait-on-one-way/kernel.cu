#include <cuda_pipeline.h>
__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  if (out[0] > 3) __pipeline_wait_prior(0);
  __syncthreads();
  int v = s[63 - threadIdx.x]; // race: 4
  out[threadIdx.x + 64] = v;
}
