#include <cuda_pipeline.h>
__global__ void ring(const float *g, float *out, int n) {
  __shared__ float stages[4][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; k++) {
    __pipeline_memcpy_async(&stages[k][t], &g[k * 64 + t], 4);
    __pipeline_commit();
    __syncthreads();
    if (k == 2 && k < n) sum += stages[2][63 - t];  // race: 7
    __pipeline_wait_prior(0);
  }
  out[blockIdx.x * 64 + t] = sum;
}
