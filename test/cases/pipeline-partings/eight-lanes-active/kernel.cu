__global__ void last_step(const int *in, int *out) {
  __shared__ int total;
  int t = threadIdx.x, v = in[t];
  if (t < 8) {
    for (int o = 4; o > 0; o /= 2) v += __shfl_down_sync(__activemask(), v, o);
    if (t == 0) total = v;
  }
  __syncthreads();
  out[t] = v + total;
}
