__global__ void kernel(int *out) {
    int a = threadIdx.x << 10;
    int b = a << 10;
    int c = b << 4;
    if (c < 0) out[0] = threadIdx.x;
}
