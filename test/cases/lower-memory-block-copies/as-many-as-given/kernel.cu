__global__ void kernel(char *out, int n) {
    memset(out + threadIdx.x * 8, threadIdx.x, n & 15); // race: 2
}
