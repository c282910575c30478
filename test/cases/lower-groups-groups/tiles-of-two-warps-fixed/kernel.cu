#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void turn(float *x) {
  __shared__ cg::block_tile_memory<128> memory;
  __shared__ float s[128];
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  int t = block.thread_rank();
  s[t] = x[t];
  tile.sync();
  x[t] = s[t ^ 63];
}
