__global__ void sum(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];  // race: 8, 9
    s[t] += s[t + 16];  // race: 8, 9
    s[t] += s[t + 8];  // race: 9
  }
  if (t == 0) out[0] = s[0];
}
