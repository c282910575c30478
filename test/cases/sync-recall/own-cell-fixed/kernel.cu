// Who writes cell k would be thread k, which found its own cell empty and cell k not.
__global__ void spread(int *out, int n) {
    __shared__ int seen[64];
    int t = threadIdx.x;
    seen[t] = out[t];
    __syncthreads();
    for (int k = 0; k < 64; k++) {
        if (seen[t] == 0 && seen[k] != 0) seen[t] = n;
        __syncthreads();
    }
    out[t] = seen[t];
}
