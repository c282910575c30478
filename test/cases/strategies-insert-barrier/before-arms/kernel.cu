__global__ void third(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t]; // race: 7
#if __CUDA_ARCH__ >= 700
    int a = s[t] + 1;
    int b = s[63 - t] * 2;
    out[t] = a + b;
#else
    out[t] = s[63 - t];
#endif
}

void run(const int *in, int *out) {
    third<<<1, 64>>>(in, out);
}
