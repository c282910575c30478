#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

struct Best { float value; int at; };
__device__ Best better(Best a, Best b) { return a.value > b.value ? a : b; }

__global__ void kernel(float *best, int *at, const float *x) {
    __shared__ Best found[2];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    Best own = {x[threadIdx.x], (int)threadIdx.x};
    Best all = cg::reduce(tile, own, better);
    if (tile.thread_rank() == 0) found[threadIdx.x / 32] = all;
    __syncthreads();
    float top = cg::reduce(tile, x[threadIdx.x], [](float a, float b) { return a > b ? a : b; });
    best[threadIdx.x] = top + found[0].value;
    at[threadIdx.x] = found[1].at;
}
