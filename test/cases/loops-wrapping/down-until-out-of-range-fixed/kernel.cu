__global__ void kernel(unsigned *out) {
    unsigned row;
    for (row = threadIdx.x; row < 64; row -= 8) {
        out[64 * row + threadIdx.x] = row;
    }
}
