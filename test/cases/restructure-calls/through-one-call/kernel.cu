__device__ void sum(float *s, int t) {
  s[t] += s[t + 32];  // of 64
  __syncthreads();  // divergence
  if (t < 16) s[t] += s[t + 16];
}
__global__ void folded(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  if (t < n) {
    sum(s, t);
    out[t] = s[t];
  }
}
