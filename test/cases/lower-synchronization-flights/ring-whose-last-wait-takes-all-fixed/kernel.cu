#include <cuda_pipeline.h>
__global__ void ring(const int *g, int *out, int n) {
  __shared__ int s[3][64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 2; k++)
    if (k < n) {
      __pipeline_memcpy_async(&s[k][t], &g[k * 64 + t], 4);
      __pipeline_commit();
    }
  for (int k = 0; k < n; k++) {
    if (k + 1 < n) __pipeline_wait_prior(1);
    else __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[k % 3][63 - t];
    if (k + 2 < n) {
      __pipeline_memcpy_async(&s[(k + 2) % 3][t], &g[(k + 2) * 64 + t], 4);
      __pipeline_commit();
    }
  }
  out[blockIdx.x * 64 + t] = sum;
}
