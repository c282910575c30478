#include <cassert>
// The smallest value, and the block that found it.
__global__ void nearest(int *least, int *where) {
  int mine = 20 - 3 * blockIdx.x;
  int before = atomicMin(least, mine);
  if (mine < before) {
    int farther = atomicAdd(where, 0);
    assert(mine < farther);
    atomicExch(where, mine);
  }
}
void host(int *least, int *where) { nearest<<<2, 1>>>(least, where); }
