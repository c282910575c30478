__global__ void other_lanes(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  const unsigned mask = __ballot_sync(0xffffffffu, t % 32 < 8 && t % 32 > 3);
  if (t % 32 < 8 && t % 32 > 3) {
    for (int o = 2; o > 0; o /= 2) v += __shfl_xor_sync(mask, v, o);
  }
  out[t] = v;
}
