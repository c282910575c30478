#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum(int *x, int *y) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  x[threadIdx.x] = 1;
  int total = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
  y[threadIdx.x] = total + x[threadIdx.x ^ 1]; // race: 7
}
