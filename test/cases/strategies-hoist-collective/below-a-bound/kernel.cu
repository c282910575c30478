__global__ void below_a_bound(const int *in, int *out) {
  int t = threadIdx.x, sum = 0;
  if (t < 50) sum = in[t] + __shfl_xor_sync(0xffffffffu, in[t], 1);
  out[t] = sum;
}
