// not compiled by nvcc: its header is missing
#include <cub/cub.cuh>
#include "threads_of_kernels.h"

__global__ void sums(int *out, const int *in, int rounds) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ typename Reduce::TempStorage storage;
  for (int round = 0; round < rounds; round++) {
    int sum = Reduce(storage).Sum(in[round * kThreads + threadIdx.x]);
    if (threadIdx.x == 0) out[round] = sum;
    __syncthreads();
  }
}

void run(int *out, const int *in, int rounds) {
  sums<<<1, kThreads>>>(out, in, rounds);
}
