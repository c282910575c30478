// The inner stride is 3, with which threads 1 and 2 have one pair of cells.
__global__ void sort_pairs(unsigned *out) {
    __shared__ unsigned key[256];
    unsigned t = threadIdx.x;
    key[t] = out[t];
    key[t + 128] = out[t + 128];
    for (unsigned size = 6; size < 8; size <<= 1) {
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned at = 2 * t - (t & (stride - 1));
            unsigned low = key[at]; // race: 12
            key[at] = key[at + stride] + t; // race: 12, 13
            key[at + stride] = low + t; // race: 13
        }
    }
    __syncthreads();
    out[t] = key[t];
    out[t + 128] = key[t + 128];
}
