__global__ void counts_its_value(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], n = t;
  if (t % 2 == 0) v += __shfl_down_sync(0xffffffffu, n++, 1);
  out[t] = v + n;
}
