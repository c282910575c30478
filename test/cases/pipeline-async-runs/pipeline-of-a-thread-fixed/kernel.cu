#include <cuda/pipeline>
__global__ void staged(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int f = 0; f < 2; f++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[f][t], &in[f * 64 + t], sizeof(float), pipe);
    pipe.producer_commit();
  }
  for (int i = 0; i < n; i++) {
    pipe.consumer_wait();
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
    pipe.producer_acquire();
    if (i + 2 < n) cuda::memcpy_async(&s[i % 2][t], &in[(i + 2) * 64 + t], sizeof(float), pipe);
    pipe.producer_commit();
  }
  out[t] = sum;
}
