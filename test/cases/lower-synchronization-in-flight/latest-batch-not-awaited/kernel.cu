#include <cuda_pipeline.h>
__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  int v = s[63 - threadIdx.x]; // race: 4
  out[threadIdx.x + 64] = v;
}
