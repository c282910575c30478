__global__ void kernel(int *out, int turns) {
    int c = 90 + threadIdx.x / 8;
    for (int turn = 0; turn < turns && c < 200; turn++) c *= 3;
    if (c < 90) out[0] = threadIdx.x;
}
