#include <cassert>
#define LOCKED -1
// Each block hangs one body into the leaf: locks it, counts it in, unlocks it.
__global__ void insert(int *leaves, int target) {
  bool done = false;
  while (!done) {
    int leaf = atomicAdd(&leaves[target], 0);
    if (leaf != LOCKED) {
      if (leaf == atomicCAS(&leaves[target], leaf, LOCKED)) {
        assert(leaf != LOCKED);
        __threadfence();
        atomicExch(&leaves[target], leaf + 1);
        done = true;
      }
    }
  }
}
void host(int *leaves) { insert<<<2, 1>>>(leaves, 3); }
