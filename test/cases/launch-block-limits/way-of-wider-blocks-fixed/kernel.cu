// Wider blocks go another way, where one thread of a block stores.
__global__ void k(const int *in, int *out, int *wide) {
    __shared__ int row[2][32];
    if (blockDim.x > 32) {
        if (threadIdx.x == 0) wide[blockIdx.x] = blockDim.x;
        return;
    }
    row[1][threadIdx.x] = in[threadIdx.x];
    out[blockIdx.x * 32 + threadIdx.x] = row[1][threadIdx.x];
}
