__global__ void last(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int i = 7;
  if (t < 48) {
    for (i = 0; i < 4; i++) {
      s[t] = in[t + i];
      __syncthreads(); // divergence
      out[4 * t + i] = s[47 - t];
      __syncthreads();
    }
  }
  out[256 + t] = i;
}
