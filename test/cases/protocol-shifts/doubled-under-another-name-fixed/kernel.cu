__global__ void kernel(int *out, int first) {
    int m = first;
    if (m <= 0) return;
    while (m > 0) {
        int next = m << 1;
        m = next;
    }
    if (m < 0) out[threadIdx.x] = m;
}
