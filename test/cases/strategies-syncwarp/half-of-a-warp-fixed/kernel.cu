__global__ void halves(const int *in, int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 16) {
    s[t] += s[t + 16];
    __syncwarp(0xffff);
    int other = s[t ^ 8];
    __syncwarp(0xffff);
    s[t] += other;
  }
  if (t == 0) out[0] = s[0];
}
