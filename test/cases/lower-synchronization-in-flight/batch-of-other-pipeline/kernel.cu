#include <cuda/pipeline>

__global__ void pipes(const int *in, int *out) {
  __shared__ int s[64];
  auto one = cuda::make_pipeline();
  auto other = cuda::make_pipeline();
  one.producer_acquire();
  cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), one);
  one.producer_commit();
  other.producer_acquire();
  other.producer_commit();
  other.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 8
  one.consumer_wait();
}
