__global__ void reduce(float *out, const float *in) {
    __shared__ float s[10];
    unsigned t = threadIdx.x, n = 4, off = 1, at = t * 2;
    s[t] = in[blockIdx.x * 8 + t];
    __syncthreads();
    for (int level = 1; level < 3; level++) {
        if (t < n) {
            unsigned a = at + (at >> 3), b = at + off + ((at + off) >> 3);
            s[a] = s[a] + s[b];  // race: 9
            n >>= 1;
            off <<= 1;
            at <<= 0;
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
