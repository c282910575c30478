__global__ void nested(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  const bool active = t % 2 == 0;
  if (active) {
    v *= 2;
  }
  const int other = __shfl_down_sync(0xffffffffu, v, 1);
  if (active && t % 4 == 0) {
    v += other;
  }
  out[t] = v;
}
