// Threads beyond the row leave, and so may be meant: nothing says that blocks are no wider than the row.
__global__ void k(const int *in, int *out, int *wide) {
    __shared__ int row[2][32];
    if (threadIdx.x >= 32) {
        wide[blockIdx.x] = threadIdx.x; // race: 5
        return;
    }
    row[1][threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[blockIdx.x * 32 + threadIdx.x] = row[1][31 - threadIdx.x];
}
