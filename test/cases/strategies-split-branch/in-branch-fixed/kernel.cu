__global__ void mirror(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  if (active) {
    s[t] = in[t];
  }
  __syncthreads();
  if (active) {
    out[t] = s[n - 1 - t];
  }
}
