__global__ void with_its_barrier(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = in[t];
  const bool active = t % 32 / 4 == 1;
  const int other = __shfl_xor_sync(0xffffffffu, v, 1);
  if (active) {
    v += other;
    s[t] = v;
  }
  __syncwarp(0xffffffffu);
  if (active) {
    v = s[t ^ 2];
  }
  out[t] = v;
}
