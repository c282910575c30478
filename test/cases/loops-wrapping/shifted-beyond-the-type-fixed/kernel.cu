__global__ void kernel(int *out) {
    int h = threadIdx.x + 1;
    for (int i = 0; i < 8; i++) h = h << 3;
    if (h == 0) out[0] = threadIdx.x;
}
