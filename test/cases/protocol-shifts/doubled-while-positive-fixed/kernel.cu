__global__ void kernel(int *out) {
    int m = (threadIdx.x & 1) + 2, turns = 0;
    while (m > 0) {
        m <<= 1;
        turns++;
    }
    __syncthreads();
    out[threadIdx.x] = turns;
}
