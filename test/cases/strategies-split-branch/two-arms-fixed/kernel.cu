__global__ void hand_on(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < 32;
  if (active) {
    s[t] = in[t];
  }
  __syncthreads();
  if (!active) {
    out[t] = s[t - 32];
  }
}
