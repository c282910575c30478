#define ADD_NEXT_IF(c, v) do { int next = __shfl_down_sync(0xffffffffu, v, 1); if (c) v += next; } while (0)
__global__ void macro(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  ADD_NEXT_IF(t % 2 == 0, v);
  out[t] = v;
}
