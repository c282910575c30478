// The rows have room for as many threads as are asserted.
#include <cassert>
__global__ void k(const int *in, int *out) {
    __shared__ int row[2][64];
    assert(blockDim.x == 64);
    row[1][threadIdx.x] = in[threadIdx.x];
    out[blockIdx.x * 64 + threadIdx.x] = row[1][threadIdx.x];
}
