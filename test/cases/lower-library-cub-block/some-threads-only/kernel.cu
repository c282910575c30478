#include <cub/cub.cuh>
// Half of the block does not make the call that all threads must make.
__global__ void k(const float *a, float *sums) {
    typedef cub::BlockReduce<float, 128> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp;
    if (threadIdx.x < 64) {
        float sum = BlockReduce(temp).Sum(a[threadIdx.x]); // divergence
        if (threadIdx.x == 0) sums[0] = sum;
    }
}
