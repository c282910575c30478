// not compiled by nvcc: its header is missing
#include "threads_of_kernels.h"

__global__ void reversed(float *out, const float *in) {
  extern __shared__ float tile[];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  out[blockIdx.x * (kThreads - 1) + t] = tile[kThreads - 1 - t]; // race: 9
}

void run(float *out, const float *in, int n) {
  reversed<<<n / kThreads, kThreads, kThreads * sizeof(float)>>>(out, in);
}
