#include <cub/cub.cuh>
// No launch is in the text. Tiles start half a block apart.
__global__ void k(const float *in, float *out, float *sums) {
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage reduce;
    int at = blockIdx.x * 64 + threadIdx.x;
    float sum = Reduce(reduce).Sum(in[at]);
    out[at] = in[at + threadIdx.x]; // race: 8
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
