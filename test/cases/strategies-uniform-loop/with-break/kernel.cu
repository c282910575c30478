__global__ void search(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[t] = in[i];
    if (s[t] < 0.0f)
      break;
    __syncthreads(); // divergence
    out[i] = s[t];
  }
}
