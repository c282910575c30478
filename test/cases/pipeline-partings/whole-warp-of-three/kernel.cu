__global__ void last_step(const int *in, int *out) {
  __shared__ int total;
  int t = threadIdx.x, v = in[t];
  if (t / 32 == 1) {
    for (int o = 4; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
    if (t == 32) total = v;
  }
  __syncthreads();
  out[t] = v + total;
}
