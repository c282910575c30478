__global__ void halves(const int *in, int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 16) {
    s[t] += s[t + 16];  // race: 8
    s[t] += s[t ^ 8];  // race: 8
  }
  if (t == 0) out[0] = s[0];
}
