#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void vote_and_barrier(const int *in, int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  const bool active = tile.thread_rank() % 2 == 0;
  tile.sync();
  const int some = tile.any(active && s[t ^ 1] > 0);
  if (active) {
    if (some) s[t] = 0;
  }
  tile.sync();
  out[t] = s[t];
}
