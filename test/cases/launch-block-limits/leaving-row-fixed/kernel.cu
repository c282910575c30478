// Threads beyond the row leave: no width of a block need be assumed.
__global__ void k(const int *in, int *out) {
    __shared__ int row[2][32];
    if (threadIdx.x >= 32) return;
    row[1][threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[blockIdx.x * 32 + threadIdx.x] = row[1][31 - threadIdx.x];
}
