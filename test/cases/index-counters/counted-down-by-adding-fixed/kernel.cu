__global__ void kernel(int *last, int *out) {
    int place = threadIdx.x & 1 ? atomicAdd(last, -1) : atomicSub(last, 1);
    out[place] = threadIdx.x;
}
