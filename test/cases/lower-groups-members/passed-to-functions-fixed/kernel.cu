#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void finish(const cg::thread_group &group) {
  group.sync();
}
template <typename Group>
__device__ unsigned place(Group group) {
  return group.thread_rank() + group.size();
}
__global__ void tiles(int *out) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  s[block.thread_rank()] = tile.meta_group_rank() + tile.ballot(threadIdx.x & 1);
  finish(block);
  out[threadIdx.x] = s[place(block) % 64];
}
