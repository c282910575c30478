#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <unsigned N, typename Parent>
__device__ void finish(cg::thread_block_tile<N, Parent> tile) {
  tile.sync();
}
__global__ void tiles(int *out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank()] = block.group_index().x;
  finish(cg::tiled_partition<32>(block));
  out[threadIdx.x] = s[(threadIdx.x + 32) % 64]; // race: 11
}
