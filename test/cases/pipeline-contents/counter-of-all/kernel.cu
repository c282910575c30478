__global__ void kernel(int *next, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int place = atomicAdd(next, 1);
    out[place] = i;     // race: 5
    out[place + 1] = i; // race: 4
}
