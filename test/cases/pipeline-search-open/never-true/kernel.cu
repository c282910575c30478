__global__ void roots(const float *in, float *out) {
  __shared__ float s[65];
  int t = threadIdx.x;
  s[t] = 0.0f;
  __syncthreads();
  float x = in[t];
  if (x * x < -1.0f) s[t + 1] = 1.0f;
  out[t] = s[t];
}
