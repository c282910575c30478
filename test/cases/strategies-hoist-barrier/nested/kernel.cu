__global__ void nested(const float *in, float *out, int n, int m) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = in[t];
    // only the upper ones
    if (t > m) {
      if (in[t] > 0.0f) {
        s[t] += 1.0f;
        __syncthreads(); // divergence
        out[t] = s[t ^ 1];
      } else {
        out[t] = 0.0f;
      }
      out[t] += 1.0f;
    }
    out[t] *= 2.0f;
  }
}
