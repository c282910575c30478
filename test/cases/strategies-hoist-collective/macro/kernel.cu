#define ADD_NEXT(v) v += __shfl_down_sync(0xffffffffu, v, 1)
__global__ void macro(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  if (t % 2 == 0) { ADD_NEXT(v); }
  out[t] = v;
}
