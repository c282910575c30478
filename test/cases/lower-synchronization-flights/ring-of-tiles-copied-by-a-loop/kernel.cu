#include <cuda_pipeline.h>
__global__ void ring(const int4 *g, int *out, int n) {
  __shared__ int4 s[3][128];
  int t = threadIdx.x, sum = 0;
  auto fetch = [&](int stage, int tile) {
    for (int i = t; i < 128; i += 64) __pipeline_memcpy_async(&s[stage][i], &g[tile * 128 + i], 16);
  };
  for (int k = 0; k < 2; k++) {
    if (k < n) fetch(k, k);
    __pipeline_commit();
  }
  for (int k = 0; k < n; k++) {
    __pipeline_wait_prior(2);
    __syncthreads();
    for (int j = 0; j < 128; j += 8) sum += s[k % 3][j + t % 8].x;  // race: 6
    if (k + 2 < n) fetch((k + 2) % 3, k + 2);
    __pipeline_commit();
  }
  out[blockIdx.x * 64 + t] = sum;
}
