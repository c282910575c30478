#include <cub/cub.cuh>
__global__ void k(int *out, const int *in) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int t = threadIdx.y * 32 + threadIdx.x;
  int sum = Reduce(storage).Sum(in[t]); // race: 6
  if (t == 0) out[0] = sum;
}
