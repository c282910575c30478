// Wider blocks go another way, so that the row of narrow blocks says nothing about them.
__global__ void k(const int *in, int *out, int *wide) {
    __shared__ int row[2][32];
    if (blockDim.x > 32) {
        wide[blockIdx.x] = threadIdx.x; // race: 5
        return;
    }
    row[1][threadIdx.x] = in[threadIdx.x];
    out[blockIdx.x * 32 + threadIdx.x] = row[1][threadIdx.x];
}
