__global__ void mirror(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int i = t;
  do {
    s[t] = i < n ? in[i] : 0;
    __syncthreads(); // divergence
    out[t] += s[63 - t];
    __syncthreads();
    i += 64;
  } while (i < n);
}
