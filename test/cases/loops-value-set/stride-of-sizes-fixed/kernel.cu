// The inner stride goes through powers of two below the outer size: each thread has its own pair of cells.
__global__ void sort_pairs(unsigned *out) {
    __shared__ unsigned key[256];
    unsigned t = threadIdx.x;
    key[t] = out[t];
    key[t + 128] = out[t + 128];
    for (unsigned size = 2; size < 256; size <<= 1) {
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned at = 2 * t - (t & (stride - 1));
            unsigned low = key[at];
            key[at] = key[at + stride] + t;
            key[at + stride] = low + t;
        }
    }
    __syncthreads();
    out[t] = key[t];
    out[t + 128] = key[t + 128];
}
