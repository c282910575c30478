__device__ float total(float v, float *s) {
  int t = threadIdx.x;
  s[t] = v;
  __syncthreads();  // divergence
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  return s[0];
}
__global__ void shares(const float *in, float *out, int n) {
  __shared__ float s[64];
  int i = threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  v /= total(v, s);
  out[i] = v;
}
