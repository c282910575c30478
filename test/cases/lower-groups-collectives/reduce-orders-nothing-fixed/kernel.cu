#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum(int *x, float *y) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  x[threadIdx.x] = cg::reduce(tile, (int)threadIdx.x, cg::greater<int>());
  y[threadIdx.x] = cg::reduce(tile, x[threadIdx.x] * 0.5f, cg::plus<float>());
}
