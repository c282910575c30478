__global__ void some(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  for (int k = 0; k < n; ++k) {
    if (in[64 * k + t] == 0.0f) continue;
    s[t] = in[64 * k + t];
    __syncthreads(); // divergence
    out[t] += s[t];
  }
}
