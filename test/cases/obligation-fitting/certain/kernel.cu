#include <cassert>
__global__ void fill(float *out, unsigned n) {
  assert(n >= 16777216u);
  out[blockIdx.x * n + threadIdx.x] = blockIdx.x; // race: 4
}
void host(float *out, unsigned n) { fill<<<1024, 64>>>(out, n); }
