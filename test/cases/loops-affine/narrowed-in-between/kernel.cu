// The position wraps around in its byte: thread 1 is at 200, then at 0, where thread 0 was.
__global__ void rings(int *out) {
    __shared__ int seen[512];
    int at = 200 * threadIdx.x;
    for (int k = 0; k < 2; k++) {
        seen[at] = k; // race: 6
        at = (unsigned char)(at + 56);
    }
    __syncthreads();
    out[threadIdx.x] = seen[200 * threadIdx.x];
}
