__global__ void mirror(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
#ifdef DOUBLED
    s[t] = in[t] * 2;
#else
    s[t] = in[t]; // race: 9
#endif
    out[t] = s[63 - t];
}
