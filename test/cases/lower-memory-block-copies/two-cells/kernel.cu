__global__ void kernel(int *out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    int mine[2] = {t, t + 2};
    memcpy(&tile[t], mine, 2 * sizeof(int)); // race: 5
    __syncthreads();
    out[t] = tile[t];
}
