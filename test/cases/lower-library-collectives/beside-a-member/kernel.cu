// The storage of a reduction is a member beside others, which the reduction does not touch.
#include <cub/cub.cuh>
struct Scratch {
  typename cub::BlockReduce<int, 128>::TempStorage reduce;
  int total;
};
__global__ void beside_a_member(const int *in, int *out) {
  __shared__ Scratch scratch;
  int sum = cub::BlockReduce<int, 128>(scratch.reduce).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) scratch.total = sum; // race: 11
  out[threadIdx.x] = scratch.total; // race: 10
}

void host(const int *in, int *out) { beside_a_member<<<1, 128>>>(in, out); }
