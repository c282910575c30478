__device__ int until(int v) {
  while (v > 0) v -= 1 + __any_sync(0xffffffffu, v > 100);
  return v;
}
__global__ void function_that_turns(const int *in, int *out) {
  int t = threadIdx.x, v = 0;
  if (t % 2 == 0) v = until(t);
  out[t] = v;
}
