__global__ void kernel(int *out) {
    int t = threadIdx.x;
    int field = (t << 28) >> 28;
    if (field == -8) out[t] = t;
}
