#include <cassert>
__global__ void scatter(unsigned *out, unsigned stride) {
  assert((stride & (stride - 1)) == 0 && stride > 0);
  unsigned x = threadIdx.x;
  out[2 * x - (x & (stride - 1))] = x;
}
