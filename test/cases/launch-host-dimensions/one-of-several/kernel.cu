dim3 blockFor(int n) {
    if (n > 4096) return dim3(256);
    if (n > 1024) return dim3(128);
    return dim3(64);
}

__global__ void kernel(int *out) {
    __shared__ int part[256];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = part[threadIdx.x / 2] + blockIdx.x;
}

void run(int *out, int n) {
    kernel<<<n / 64, blockFor(n)>>>(out);
}
