__global__ void reads_who_does_not_come(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  if (t % 3 == 1) v += __shfl_up_sync(0xffffffffu, v, 1);
  out[t] = v;
}
