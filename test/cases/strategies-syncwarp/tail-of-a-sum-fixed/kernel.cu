__global__ void sum(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    int other = s[t + 16];
    __syncwarp();
    s[t] += other;
    __syncwarp();
    int other2 = s[t + 8];
    __syncwarp();
    s[t] += other2;
  }
  if (t == 0) out[0] = s[0];
}
