__global__ void sum(float *out, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  int step = 1;
  if (active) {
    s[t] = in[t];
  }
  do {
    __syncthreads();
    if (active) {
      if (t % (2 * step) == 0 && t + step < n) s[t] += s[t + step];
    }
    step *= 2;
  } while (step < 64);
  if (active) {
    if (t == 0) out[0] = s[0];
  }
}
