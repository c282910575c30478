#include <cassert>
#include <cub/cub.cuh>
// An assertion says how large blocks are. Tiles start a block apart.
__global__ void k(const float *in, float *out, float *sums) {
    assert(blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1);
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage reduce;
    int at = blockIdx.x * 128 + threadIdx.x;
    float sum = Reduce(reduce).Sum(in[at]);
    out[at] = in[at + threadIdx.x];
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
