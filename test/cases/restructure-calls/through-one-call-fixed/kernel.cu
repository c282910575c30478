__device__ void sum(float *s, int t, bool active = true) {
  if (active) {
    s[t] += s[t + 32];  // of 64
  }
  __syncthreads();
  if (active) {
    if (t < 16) s[t] += s[t + 16];
  }
}
__global__ void folded(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  const bool active = t < n;
  sum(s, t, active);
  if (active) {
    out[t] = s[t];
  }
}
