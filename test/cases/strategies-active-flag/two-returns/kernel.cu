__global__ void guards(const float *in, float *out, int n, int m) {
  __shared__ float s[64];
  if (n == 0) return;
  int t = threadIdx.x;
  if (t >= n || t < m) { return; }
  float v = in[t];
  if (v < 0.0f) return;
  s[t] = v;
  __syncthreads(); // divergence
  out[t] = s[63 - t] - v;
}
