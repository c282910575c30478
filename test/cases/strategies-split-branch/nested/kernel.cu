__global__ void nested(const float *in, float *out, int n, int m) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  __syncthreads();
  if (t < n) {
    if (t > m) {
      s[t] = in[t]; // race: 9
      out[t] = s[n + m - t];
    }
  }
}
