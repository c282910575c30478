__global__ void search(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[i / 64 % 2][t] = in[i];
    if (in[i] < 0.0f)
      break;
    __syncthreads(); // divergence
    out[i] = s[i / 64 % 2][63 - t];
  }
}
