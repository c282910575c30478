#include <cuda/barrier>

__global__ void turn(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 32);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];  // race: 9
}
void run(const int *in, int *out) { turn<<<1, 64>>>(in, out); }
