__global__ void hand_on(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = in[t]; // race: 7
  } else {
    out[t] = s[t - 32];
  }
}
