#include <cub/cub.cuh>
// Three collectives share one memory, with barriers between; loads and stores touch the block's own 512 elements.
__global__ void k(const int *in, int *out) {
    typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    typedef cub::BlockScan<int, 128> Scan;
    typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    __shared__ union { typename Load::TempStorage load; typename Scan::TempStorage scan; typename Store::TempStorage store; } temp;
    int items[4];
    Load(temp.load).Load(in + blockIdx.x * 512, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(items, items);
    __syncthreads();
    Store(temp.store).Store(out + blockIdx.x * 512, items);
}
