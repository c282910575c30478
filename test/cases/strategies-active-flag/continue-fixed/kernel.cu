__global__ void some(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    const bool active = in[64 * k + t] != 0.0f;
    if (active) {
      s[k & 1][t] = in[64 * k + t];
    }
    __syncthreads();
    if (active) {
      out[t] += s[k & 1][63 - t];
    }
  }
}
