#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void empty(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  pipe.producer_commit();
  bar.arrive_and_wait();
  pipe.producer_acquire();
  cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 15
}
