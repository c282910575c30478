__global__ void beside_an_assumption(const int *in, int *out, unsigned mask) {
  int t = threadIdx.x, v = in[t];
  const int other = __shfl_down_sync(0xffffffffu, v, 1);
  if (t % 2 == 0) {
    v += other;
  }
  __syncthreads();
  __syncwarp(mask);
  out[t] = v;
}
