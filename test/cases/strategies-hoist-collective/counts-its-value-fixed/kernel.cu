__global__ void counts_its_value(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], n = t;
  int next = __shfl_down_sync(0xffffffffu, n, 1);
  if (t % 2 == 0) {
    v += next;
    n++;
  }
  out[t] = v + n;
}
