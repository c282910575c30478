#include <cassert>
__global__ void exchange(unsigned *out, unsigned n) {
  assert((n & (n - 1)) == 0);
  __shared__ unsigned s[512];
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    s[2 * threadIdx.x - (threadIdx.x & (stride - 1))] = threadIdx.x;
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
