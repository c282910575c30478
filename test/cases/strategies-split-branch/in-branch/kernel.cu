__global__ void mirror(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = in[t]; // race: 6
    out[t] = s[n - 1 - t];
  }
}
