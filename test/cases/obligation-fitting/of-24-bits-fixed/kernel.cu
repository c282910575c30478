#include <cassert>
__global__ void fill(float *out, unsigned pitch) {
  assert(pitch >= 64u);
  out[__umul24(blockIdx.x, pitch) + threadIdx.x] = blockIdx.x;
}
void host(float *out, unsigned pitch) { fill<<<8, 64>>>(out, pitch); }
