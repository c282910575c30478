#include <cassert>
__global__ void fill(float *out, int n) {
  assert(n >= 64);
  out[blockIdx.x * n + threadIdx.x] = blockIdx.x;
}
void host(float *out, int n, int rows) { fill<<<rows, 64>>>(out, n); }
