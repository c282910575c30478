__global__ void clip(const float *in, float *out) {
  __shared__ float s[65];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (s[t] * s[t] > 2.0f) s[t + 1] = 1.0f;  // race: 6, 7
  out[t] = s[t];  // race: 6
}
