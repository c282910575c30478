__global__ void kernel(float *out, int n) {
    __shared__ float sums[256];
    sums[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int step = n / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = sums[0];
}

void host(float *out, int n) {
    if (n > 256) return;
    kernel<<<1, 256>>>(out, n);
}
