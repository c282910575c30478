// Thread k finds in cell k what it finds in its own cell, and writes it, which the others read.
__global__ void spread(int *out, int n) {
    __shared__ int seen[64];
    int t = threadIdx.x;
    seen[t] = out[t];
    __syncthreads();
    for (int k = 0; k < 64; k++) {
        int other = seen[k]; // race: 9
        if (seen[t] == other) seen[t] = n;
        __syncthreads();
    }
    out[t] = seen[t];
}
