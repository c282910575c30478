__global__ void kernel(int *out) {
    int t = threadIdx.x;
    int field = (t << 28) >> 28;
    if (field < 0) out[field + 8] = t; // race: 4
}
