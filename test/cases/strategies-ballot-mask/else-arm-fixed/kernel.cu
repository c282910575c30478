__global__ void else_arm(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  const unsigned mask = __ballot_sync(0xffffffffu, t % 32 < 8);
  if (t % 32 >= 8) {
    v = 0;
  } else {
    v += __shfl_down_sync(mask, v, 4);
    v += __shfl_down_sync(mask, v, 2);
    v += __shfl_down_sync(mask, v, 1);
  }
  out[t] = v;
}
