#include <cuda_pipeline.h>
__global__ void ring(const float *g, float *out, int n) {
  __shared__ float stage[64];
  int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  for (int o = 0; o < n; o++) {
    __pipeline_memcpy_async(&stage[t], &g[o * 64 + t], 4);
    __pipeline_commit();
    for (; k < 2; k++) {
      __pipeline_wait_prior(0);
      __syncthreads();
    }
    __syncthreads();
    if (o == 3) sum += stage[63 - t];  // race: 8
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
