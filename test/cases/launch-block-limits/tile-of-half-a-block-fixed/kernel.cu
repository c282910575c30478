#include <cub/cub.cuh>
// No launch is in the text. A tile is as long as the block for which the collective is made.
__global__ void k(const float *in, float *out) {
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage reduce;
    int first = blockIdx.x * blockDim.x;
    float sum = Reduce(reduce).Sum(in[first + threadIdx.x]);
    for (int i = threadIdx.x; i < 128; i += blockDim.x) out[blockIdx.x * 128 + i] = in[first + i];
    if (threadIdx.x == 0) out[gridDim.x * 128 + blockIdx.x] = sum;
}
