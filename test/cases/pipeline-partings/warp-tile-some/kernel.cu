#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int *data) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x, v = data[t];
  if (tile.thread_rank() < 8) v += tile.shfl_down(v, 4);
  __syncthreads();
  data[t] = v;
}
