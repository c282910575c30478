#include <cuda_pipeline.h>
__global__ void staged(const float *in, float *out, int n) {
  __shared__ float s[4][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 3; i++) {
    if (i < n) __pipeline_memcpy_async(&s[i][t], &in[i * 64 + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; i++) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (i + 3 < n) __pipeline_memcpy_async(&s[(i + 3) % 4][t], &in[(i + 3) * 64 + t], 4);
    __pipeline_commit();
    sum += s[i % 4][63 - t];
  }
  out[t] = sum;
}
