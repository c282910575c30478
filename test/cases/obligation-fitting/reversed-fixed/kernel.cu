#include <cassert>
__global__ void fill(float *out, unsigned n) {
  assert(n >= 16777216u);
  out[(unsigned long long)(1023 - blockIdx.x) * n + threadIdx.x] = blockIdx.x;
}
void host(float *out, unsigned n) { fill<<<1024, 64>>>(out, n); }
