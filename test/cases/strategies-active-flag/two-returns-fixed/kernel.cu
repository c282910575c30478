__global__ void guards(const float *in, float *out, int n, int m) {
  __shared__ float s[64];
  if (n == 0) return;
  int t = threadIdx.x;
  const bool active = t < n && t >= m;
  float v;
  if (active) {
    v = in[t];
  }
  const bool inner = active && !(v < 0.0f);
  if (inner) {
    s[t] = v;
  }
  __syncthreads();
  if (inner) {
    out[t] = s[63 - t] - v;
  }
}
