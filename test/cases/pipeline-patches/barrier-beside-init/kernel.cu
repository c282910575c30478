#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void swap(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ barrier bar;
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x); // race: 12
    __syncthreads();
  }
  s[t] = in[t];
  bar.arrive_and_wait(); // race: 8
  out[t] = s[63 - t];
}
