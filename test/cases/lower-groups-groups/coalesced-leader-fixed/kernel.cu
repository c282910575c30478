#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void odd(int *y) {
  if (threadIdx.x & 1) {
    auto active = cg::coalesced_threads();
    int size = active.shfl((int)active.size(), 0);
    y[threadIdx.x] = size + active.any(threadIdx.x > 7);
  }
}
