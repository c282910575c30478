#include <cassert>
// The smallest value, and where it was found: one word holds both.
__global__ void nearest(unsigned long long *both) {
  unsigned long long mine = 20 - 3 * blockIdx.x;
  atomicMin(both, mine << 32 | blockIdx.x);
  assert(atomicAdd(both, 0ull) >> 32 <= mine);
}
void host(unsigned long long *both) { nearest<<<2, 1>>>(both); }
