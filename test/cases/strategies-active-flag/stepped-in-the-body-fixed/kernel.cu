__global__ void sum(float *out, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  if (active) {
    s[t] = in[t];
  }
  __syncthreads();
  int left = n;
  while (left > 1) {
    int half = (left + 1) / 2;
    if (active) {
      if (t + half < left) s[t] += s[t + half];
    }
    __syncthreads();
    left = half;
  }
  if (active) {
    if (t == 0) out[0] = s[0];
  }
}
