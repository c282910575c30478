__global__ void mirror(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t]; // race: 8
#if __CUDA_ARCH__ >= 700
    __syncwarp();
#endif
    out[t] = s[63 - t];
}

void run(const int *in, int *out) {
    mirror<<<1, 64>>>(in, out);
}
