__global__ void fill(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = in[t];
  }
  __syncthreads();
  if (t < n) out[t] = s[n - 1 - t];
}
