__global__ void else_arm(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  if (t % 32 >= 8) {
    v = 0;
  } else {
    v += __shfl_down_sync(0xffffffffu, v, 4);
    v += __shfl_down_sync(0xffffffffu, v, 2);
    v += __shfl_down_sync(0xffffffffu, v, 1);
  }
  out[t] = v;
}
