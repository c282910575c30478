#include <cassert>
__global__ void scatter(unsigned *out, unsigned stride) {
  assert(stride > 0);
  unsigned x = threadIdx.x;
  out[2 * x - (x & (stride - 1))] = x; // race: 5
}
