__global__ void nested(const float *in, float *out, int n, int m) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  __syncthreads();
  const bool active = t < n;
  const bool inner = active && t > m;
  if (inner) {
    s[t] = in[t];
  }
  __syncthreads();
  if (inner) {
    out[t] = s[n + m - t];
  }
}
