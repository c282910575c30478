#include <cub/cub.cuh>
__global__ void k(int *out, const int *in) {
  typedef cub::BlockReduce<int, 32, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 4> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int t = threadIdx.y * 32 + threadIdx.x;
  int sum = Reduce(storage).Sum(in[t]);
  if (t == 0) out[0] = sum;
}
