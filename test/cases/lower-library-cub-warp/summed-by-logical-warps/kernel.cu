#include <cub/cub.cuh>
__global__ void k(int *out, const int *in) {
  typedef cub::WarpReduce<int, 16> Reduce;
  __shared__ typename Reduce::TempStorage storage[4];
  int sum = 0;
  if (threadIdx.x % 32 < 16) sum = Reduce(storage[threadIdx.x / 16]).Sum(in[threadIdx.x]);
  out[threadIdx.x] = sum;
}
