#include <cuda/pipeline>

__global__ void turns(const float4 *in, float *out, int n) {
  __shared__ float4 s[64];
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[k * 64 + threadIdx.x], cuda::aligned_size_t<16>(sizeof(float4)), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += s[63 - threadIdx.x].y;
    __syncthreads();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}
