__global__ void kernel(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((i << 2) < n) {
        out[i << 2] = i;
        out[(i << 2) + 3] = i;
        if (threadIdx.x == 0) out[((i + 1) << 2) + 1] = n; // race: 7
        out[(i << 2) + 1] = i; // race: 6
    }
}
