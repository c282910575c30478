__global__ void clip(const float *in, float *out) {
  __shared__ float s[65], n[65];
  int t = threadIdx.x;
  s[t] = in[t];
  n[t] = s[t];
  if (s[t] * s[t] > 2.0f) n[t] = 1.0f;
  __syncthreads();
  out[t] = s[t] + (t < 63 ? n[t + 1] : 0.0f);
}
