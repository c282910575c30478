#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void labels(int *x, int *y) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto mine = cg::binary_partition(tile, threadIdx.x < 8);
  x[threadIdx.x] = mine.thread_rank();
  cg::sync(cg::this_thread_block());
  y[threadIdx.x] = x[(threadIdx.x + 4) % 32];
}
