#include <cub/cub.cuh>
// That the call waits inside is no promise: what others wrote before it needs a barrier of its own.
__global__ void k(const float *a, float *sums) {
    typedef cub::BlockReduce<float, 128> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp;
    __shared__ float last;
    if (threadIdx.x == 127) last = a[127];
    float sum = BlockReduce(temp).Sum(a[threadIdx.x]);
    if (threadIdx.x == 0) sums[0] = sum - last;
}
