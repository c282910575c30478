__global__ void counting_condition(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], todo = 8 - t % 32;
  const bool active = todo-- > 0;
  const unsigned mask = __ballot_sync(0xffffffffu, active);
  if (active) {
    for (int o = 4; o > 0; o /= 2) v += __shfl_down_sync(mask, v, o);
  }
  out[t] = v + todo;
}
