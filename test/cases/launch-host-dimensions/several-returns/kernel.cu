dim3 blockFor(int n) {
    if (n > 4096) return dim3(256, 1);
    if (n > 1024) {
        return dim3(128, 1);
    }
    return 64;
}

__global__ void kernel(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y + blockIdx.x;
}

void run(int *out, int n) {
    dim3 block = blockFor(n);
    kernel<<<n / 64, block>>>(out);
}
