__global__ void exchange(int *out, const int *in, int n) {
    __shared__ int s[64], table[64];
    int t = threadIdx.x;
    table[t] = (t * 5) & 63;
    __syncthreads();
    if (t < n && in[t] > 0) s[table[t]] = t;
    __syncthreads();
    if (in[t] < n) out[t] = s[63 - t];
}
