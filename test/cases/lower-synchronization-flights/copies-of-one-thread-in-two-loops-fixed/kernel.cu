#include <cuda_pipeline.h>
__global__ void rows(const int4 *g, int4 *out) {
  __shared__ int4 s[4][64];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
    for (int i = t; i < 64; i += 32) __pipeline_memcpy_async(&s[k][i], &g[k * 64 + i], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 32 + t] = s[1][63 - t];
}
