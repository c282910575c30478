__global__ void with_its_barrier(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = in[t];
  if (t % 32 / 4 == 1) {
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    s[t] = v;
    __syncwarp(0xffffffffu);
    v = s[t ^ 2];
  }
  out[t] = v;
}
