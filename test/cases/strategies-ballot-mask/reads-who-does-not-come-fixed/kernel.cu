__global__ void reads_who_does_not_come(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  const int other = __shfl_up_sync(0xffffffffu, v, 1);
  if (t % 3 == 1) {
    v += other;
  }
  out[t] = v;
}
