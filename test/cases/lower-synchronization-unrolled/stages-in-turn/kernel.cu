#include <cuda_pipeline.h>
__global__ void ring(const float *g, float *out, int n) {
  __shared__ float s[4][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 3; k++) {
    __pipeline_memcpy_async(&s[k][t], &g[k * 64 + t], 4);
    __pipeline_commit();
  }
  for (int k = 0; k < n; k++)
    for (int stage = 0; stage < 4; stage++) {
      __pipeline_wait_prior(3);
      __syncthreads();
      sum += s[stage][63 - t];  // race: 7, 15
      __pipeline_memcpy_async(&s[(stage + 3) % 4][t], &g[(4 * k + stage + 3) * 64 + t], 4);
      __pipeline_commit();
    }
  out[blockIdx.x * 64 + t] = sum;
}
