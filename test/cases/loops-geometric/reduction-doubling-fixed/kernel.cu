__global__ void sum(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    if (t % (2 * step) == 0)
      s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}
