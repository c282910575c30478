#include <cuda_pipeline.h>
__global__ void ring(const float *g, const float *h, float *out, int n) {
  __shared__ float s[3][64], r[3][64];
  int t = threadIdx.x, left = n;
  float sum = 0;
  g += t;
  h += t;
  auto fetch = [&](int stage, bool isMore) {
    if (isMore) {
      __pipeline_memcpy_async(&s[stage][t], g, 4);
      __pipeline_memcpy_async(&r[stage][t], h, 4);
      g += 64;
      h += 64;
    }
    __pipeline_commit();
  };
  for (int k = 0; k < 2; k++) fetch(k, k < n);
  int from = 0, to = 2;
  while (left > 0) {
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[from][63 - t];  // race: 10
    sum *= r[from][63 - t];  // race: 11
    fetch(to, left >= 3);
    to = from;
    from = from == 2 ? 0 : from + 1;
    left--;
  }
  out[blockIdx.x * 64 + t] = sum;
}
