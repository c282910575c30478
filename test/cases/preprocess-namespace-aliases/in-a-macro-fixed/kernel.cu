// An alias in the body of a macro, of an alias.
#include <cub/cub.cuh>
namespace library = ::cub;
namespace lib = library;
#define REDUCE(storage, value) lib::BlockReduce<int, 128>(storage).Sum(value)

__global__ void in_a_macro(const int *in, int *out) {
  __shared__ typename lib::BlockReduce<int, 128>::TempStorage storage;
  int first = REDUCE(storage, in[threadIdx.x]);
  __syncthreads();
  int second = REDUCE(storage, in[128 + threadIdx.x]);
  if (threadIdx.x == 0) out[0] = first + second;
}

void host(const int *in, int *out) { in_a_macro<<<1, 128>>>(in, out); }
