__global__ void kernel(int *next, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int place = atomicAdd(next, 2);
    out[place] = i;
    out[place + 1] = i;
}
