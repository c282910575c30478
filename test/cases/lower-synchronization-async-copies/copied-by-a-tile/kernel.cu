#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void rows(const int *in, int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::memcpy_async(tile, &s[tile.meta_group_rank() * 32], &in[tile.meta_group_rank() * 32], sizeof(int) * 32);
  cg::wait(tile);
  out[threadIdx.x] = s[threadIdx.x ^ 31];
}
