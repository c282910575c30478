__global__ void nested(const float *in, float *out, int n, int m) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  if (active) {
    s[t] = in[t];
  }
  // only the upper ones
  const bool inner = active && t > m;
  const bool inner2 = inner && in[t] > 0.0f;
  if (inner2) {
    s[t] += 1.0f;
  }
  __syncthreads();
  if (inner2) {
    out[t] = s[t ^ 1];
  }
  if (inner && !inner2) {
    out[t] = 0.0f;
  }
  if (inner) {
    out[t] += 1.0f;
  }
  if (active) {
    out[t] *= 2.0f;
  }
}
