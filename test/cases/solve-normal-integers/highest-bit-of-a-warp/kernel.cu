__global__ void kernel(int *out) {
    int bit = 1 << (threadIdx.x & 31);
    if ((bit & 0x80000001) != 0) out[0] = threadIdx.x; // race: 3
}
