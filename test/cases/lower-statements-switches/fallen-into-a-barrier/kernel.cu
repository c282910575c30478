__global__ void kernel(int *out) {
    __shared__ int s[64];
    switch (threadIdx.x % 3) {
    case 0:
        s[threadIdx.x] = 1;
        break;
    case 1:
        s[threadIdx.x] = 2;
    default:
        __syncthreads(); // divergence
    }
    out[threadIdx.x] = s[threadIdx.x];
}
