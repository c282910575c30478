#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class Group> __device__ int reduce_sum(const Group &g, int v) {
  for (int o = g.size() / 2; o > 0; o /= 2) v += g.shfl_down(v, o);
  return v;
}
__global__ void of_a_function_for_groups(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x, v = in[t];
  const auto result = reduce_sum(tile, v);
  if (tile.thread_rank() < 8) {
    v = result;
  }
  out[t] = v;
}
