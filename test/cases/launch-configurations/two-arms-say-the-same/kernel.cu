__global__ void kernel(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}

void run(float *out, int n, bool isQuick) {
    int blocks = (n + 63) / 64;
    if (isQuick) {
        kernel<<<blocks, 64>>>(out, n);
        return;
    }
    kernel<<<blocks, 64>>>(out, n);
}
