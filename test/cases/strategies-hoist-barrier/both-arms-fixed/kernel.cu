__global__ void exchange(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < 32;
  if (active) {
    s[t] = in[t];
  } else {
    s[t] = in[t] * 2;
  }
  __syncthreads();
  if (active) {
    out[t] = s[t + 32];
  } else {
    out[t] = s[t - 32];
  }
}
