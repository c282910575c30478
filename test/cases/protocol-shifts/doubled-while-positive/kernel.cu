__global__ void kernel(int *out) {
    int m = threadIdx.x + 1, turns = 0;
    while (m > 0) {
        m <<= 1;
        turns++;
        __syncthreads(); // divergence
    }
    out[threadIdx.x] = turns;
}
