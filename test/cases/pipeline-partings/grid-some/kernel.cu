#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void whole(int *data) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  data[t] = t;
  if (blockIdx.x < 2) cg::this_grid().sync();
}
