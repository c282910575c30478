#include <cub/cub.cuh>
// Each thread has a cell of its own.
__global__ void k(const int *in, int *out) {
    typedef cub::BlockLoad<int, 64, 1, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    __shared__ typename Load::TempStorage load;
    int items[1];
    Load(load).Load(in + blockIdx.x * 64, items, 60, -1);
    if (items[0] == 7) out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x;
}
