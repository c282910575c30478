__global__ void pairs(const int *in, int *out, int *last) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];  // race: 5
  out[t] = s[63 - t];
  last[t / 2] = in[t] + t;  // race: 6
}
