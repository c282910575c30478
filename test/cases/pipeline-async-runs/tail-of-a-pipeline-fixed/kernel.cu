#include <cuda_pipeline.h>
__global__ void staged(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int i = 1; i < n; i++) {
    __pipeline_memcpy_async(&s[i % 2][t], &in[i * 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[(i - 1) % 2][63 - t];
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = sum + s[(n - 1) % 2][63 - t];
}
