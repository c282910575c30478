__global__ void found(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  int next = __shfl_down_sync(0xffffffffu, v, 1);
  if (v < t) v += next;
  out[t] = v;
}
