#include <cassert>
// An assertion macro of the project's own calls what `assert` calls: the thread ends there.
#define CHECKED(c) ((c) ? static_cast<void>(0) : __assert_fail(#c, __FILE__, __LINE__, __func__))
__global__ void reversed(const int *in, int *out) {
  __shared__ int s[64];
  CHECKED(blockDim.x == 64);
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
