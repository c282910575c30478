__global__ void sum(float *out, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads(); // divergence
  int left = n;
  while (left > 1) {
    int half = (left + 1) / 2;
    if (t + half < left) s[t] += s[t + half];
    __syncthreads();
    left = half;
  }
  if (t == 0) out[0] = s[0];
}
