#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// Each lane adds its own number: the lanes of a tile write one cell with different values.
__global__ void k(const int *a, int *sums) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    cg::plus<int> plus;
    int own = plus(a[0], (int)tile.thread_rank());
    sums[threadIdx.x / 32] = own; // race: 9
}
