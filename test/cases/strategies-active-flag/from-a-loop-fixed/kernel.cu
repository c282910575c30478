__global__ void find(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  bool active = true;
  for (int k = 0; k < n; ++k) {
    if (active) {
      if (in[64 * k + t] > 1.0f) {
        out[t] = k;
        active = false;
      }
    }
    if (active) {
      s[t] = k;
    }
    __syncthreads();
    if (active) {
      out[t] = s[63 - t];
    }
    __syncthreads();
  }
  if (active) {
    out[t] = -1.0f;
  }
}
