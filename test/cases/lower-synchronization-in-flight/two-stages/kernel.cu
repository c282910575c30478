#include <cuda_pipeline.h>

__global__ void stages(const int *in, int *out) {
  __shared__ int s[2][64];
  __pipeline_memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_memcpy_async(&s[1][threadIdx.x], &in[threadIdx.x + 64], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[0][63 - threadIdx.x] + s[1][63 - threadIdx.x];
}
