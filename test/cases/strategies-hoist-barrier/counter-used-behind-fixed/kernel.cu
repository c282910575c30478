__global__ void last(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int i = 7;
  const bool active = t < 48;
  for (int k = 0; k < 4; k++) {
    if (active) {
      s[t] = in[t + k];
    }
    __syncthreads();
    if (active) {
      out[4 * t + k] = s[47 - t];
      i = k + 1;
    }
    __syncthreads();
  }
  out[256 + t] = i;
}
