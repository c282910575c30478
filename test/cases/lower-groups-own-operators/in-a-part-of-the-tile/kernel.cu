#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int larger(int a, int b) { return a > b ? a : b; }

__global__ void k(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int own = threadIdx.x;
  if (own > 3) own = cg::reduce(tile, own, larger);
  out[threadIdx.x] = own;
}
