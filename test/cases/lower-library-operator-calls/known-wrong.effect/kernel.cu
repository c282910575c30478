#include <cub/cub.cuh>

__global__ void sum(int *out, int *log, const int *in) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ typename Reduce::TempStorage storage;
  int all = Reduce(storage).Reduce(in[threadIdx.x], [=](int a, int b) {
      log[0] = threadIdx.x;  // race: 7
      return a + b;
  });
  if (threadIdx.x == 0) out[0] = all;
}
