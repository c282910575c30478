__global__ void find(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (in[64 * k + t] > 1.0f) {
      out[t] = k;
      return;
    }
    s[t] = k;
    __syncthreads(); // divergence
    out[t] = s[63 - t];
    __syncthreads();
  }
  out[t] = -1.0f;
}
