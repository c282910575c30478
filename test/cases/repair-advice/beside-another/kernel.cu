__global__ void both(int *out, int *b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;  // race: 5
  b[t] = s[63 - t];
  out[t / 2] = t;  // race: 6
}
