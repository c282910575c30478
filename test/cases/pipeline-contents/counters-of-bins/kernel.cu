__global__ void kernel(const int *bin, int *next, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int place = atomicAdd(&next[bin[i]], 1);
    out[place] = i; // race: 4
}
