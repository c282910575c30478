#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int *data) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, v = data[t];
  if (tile.thread_rank() < 4) tile.sync();
  __syncthreads();
  data[t] = v;
}
