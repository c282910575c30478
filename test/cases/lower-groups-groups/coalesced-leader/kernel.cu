#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void odd(int *x, int *y) {
  if (threadIdx.x & 1) {
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0)
      x[0] = active.size();
    y[threadIdx.x] = x[0]; // race: 8
  }
}
