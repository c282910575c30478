#include <cub/cub.cuh>
__global__ void k(int *out, const int *in) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ typename Reduce::TempStorage storage[2];
  int sum = 0;
  if (threadIdx.x % 32 < 16) sum = Reduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
  out[threadIdx.x] = sum;
}
