#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void k(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int own = threadIdx.x;
  if (own > 3) own = cg::inclusive_scan(tile, own);
  out[threadIdx.x] = own;
}
