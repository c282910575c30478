#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int *data) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x, v = data[t];
  if (tile.meta_group_rank() == 1) v += tile.shfl_down(v, 8);
  data[t] = v;
}
