__global__ void behind_a_shortcut(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  bool ok = t % 4 == 0;
  if (t % 2 == 0) ok = ok && __any_sync(0xffffffffu, v > 3);
  out[t] = ok;
}
