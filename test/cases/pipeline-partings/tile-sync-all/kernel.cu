#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int *data) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, v = data[t];
  if (t < 16) tile.sync();
  __syncthreads();
  data[t] = v;
}
