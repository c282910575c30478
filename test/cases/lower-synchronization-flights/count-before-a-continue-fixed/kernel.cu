#include <cuda_pipeline.h>
__global__ void ring(const float *g, float *out, int n) {
  __shared__ float stages[8][64];
  int t = threadIdx.x;
  int s = 0;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    __syncthreads();
    sum += stages[((k + 2) & 3) * 2 + ((s + 1) & 1)][63 - t];
    s += 1;
    if (k == 4) {
      __pipeline_commit();
      __pipeline_wait_prior(0);
      continue;
    }
    __pipeline_wait_prior(0);
    __pipeline_memcpy_async(&stages[(k & 3) * 2 + (s & 1)][t], &g[k * 64 + t], 4);
    __pipeline_commit();
  }
  out[blockIdx.x * 64 + t] = sum;
}
