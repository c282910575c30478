#include <cassert>
// A search tree in an array: value, left, right; 0 is nothing. Each block hangs in a value of its own.
__global__ void insert(int *tree, int *next) {
  int value = 1 + blockIdx.x;
  int at = 0;
  while (true) {
    int here = atomicAdd(&tree[at], 0);
    if (here == 0) {
      if (atomicCAS(&tree[at], 0, value) == 0) break;
      continue;
    }
    int child = at + (here <= value ? 2 : 1);
    int below = atomicAdd(&tree[child], 0);
    if (below == 0) {
      int fresh = atomicAdd(next, 3);
      atomicExch(&tree[fresh], value);
      atomicExch(&tree[child], fresh);
      break;
    }
    at = below;
  }
  int found = 0;
  while (atomicAdd(&tree[found], 0) != value) {
    found = atomicAdd(&tree[found + (atomicAdd(&tree[found], 0) <= value ? 2 : 1)], 0);
    assert(found != 0);
  }
}
void host(int *tree, int *next) { insert<<<2, 1>>>(tree, next); }
