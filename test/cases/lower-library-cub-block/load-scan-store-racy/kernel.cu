#include <cub/cub.cuh>
__global__ void k(const int *in, int *out) {
    typedef cub::BlockScan<int, 128> Scan;
    typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    __shared__ union { typename Scan::TempStorage scan; typename Store::TempStorage store; } temp;
    int items[4] = {1, 2, 3, 4};
    Scan(temp.scan).ExclusiveSum(items, items); // race: 8
    Store(temp.store).Store(out + blockIdx.x * 512, items); // race: 7
}
