#include <cuda_pipeline.h>
__global__ void scaled(const float *g, const float *scales, float *out, int slices) {
  __shared__ float s[64], r[64];
  int t = threadIdx.x;
  bool isLast = slices > 4;
  if (isLast) {
    __pipeline_memcpy_async(&r[t], &scales[t], 4);
    __pipeline_commit();
  }
  s[t] = g[t];
  __syncthreads();
  float sum = s[63 - t];
  if (isLast) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum *= r[63 - t];  // race: 7
  }
  out[blockIdx.x * 64 + t] = sum;
}
