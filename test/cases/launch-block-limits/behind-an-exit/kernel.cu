#include <cub/cub.cuh>
// Threads from 128 on leave before the collective: its size is not that of the block.
__global__ void k(const float *in, float *out, int *last) {
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage reduce;
    if (threadIdx.x >= 128) {
        last[blockIdx.x] = threadIdx.x; // race: 7
        return;
    }
    float sum = Reduce(reduce).Sum(in[blockIdx.x * 128 + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
