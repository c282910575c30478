#include <cassert>
#include <cub/cub.cuh>
// A block without elements leaves as a whole: all threads of the others come to the collective.
__global__ void k(const float *in, float *out, int n) {
    assert(blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1);
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage reduce;
    if (blockIdx.x >= n) return;
    float sum = Reduce(reduce).Sum(in[blockIdx.x * 128 + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
