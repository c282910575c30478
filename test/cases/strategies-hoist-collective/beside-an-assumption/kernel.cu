__global__ void beside_an_assumption(const int *in, int *out, unsigned mask) {
  int t = threadIdx.x, v = in[t];
  if (t % 2 == 0) v += __shfl_down_sync(0xffffffffu, v, 1);
  __syncthreads();
  __syncwarp(mask);
  out[t] = v;
}
