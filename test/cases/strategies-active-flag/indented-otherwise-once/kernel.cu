__global__ void keep(float *out, const float *in, int n) {
    __shared__ float s[64];
    int i = threadIdx.x;
    if (i >= n) { return; }

    float v = in[i];

    // put

    #pragma unroll
    for (int k = 0; k < 1; k++) {
       s[i] = v;
    }
    __syncthreads(); // divergence
    if (i > 0) {
        out[i] = s[i - 1];
    }
    for (int k = 0; k < 2; k++) {
        out[i + 64 * (k + 1)] = v;
    }
}
void host(float *out, const float *in, int n) { keep<<<1, 64>>>(out, in, n); }
