// The position does not wrap around: thread 1 is at 200, then at 256.
__global__ void rings(int *out) {
    __shared__ int seen[512];
    int at = 200 * threadIdx.x;
    for (int k = 0; k < 2; k++) {
        seen[at] = k;
        at = at + 56;
    }
    __syncthreads();
    out[threadIdx.x] = seen[200 * threadIdx.x];
}
