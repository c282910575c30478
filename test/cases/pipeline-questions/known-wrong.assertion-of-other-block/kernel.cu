// What the rows have room for and what is asserted cannot both hold: nothing is proved of no thread.
#include <cassert>
__global__ void k(const int *in, int *out) {
    __shared__ int row[2][32];
    assert(blockDim.x == 64);
    row[1][threadIdx.x] = in[threadIdx.x];
    out[0] = threadIdx.x; // race: 7
}
