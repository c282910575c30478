__global__ void own_elements(const int *in, int *out) {
  int t = threadIdx.x, sum = 0;
  if (t % 2 == 0) sum = in[t] + __shfl_xor_sync(0xffffffffu, in[t], 1);
  out[t] = sum;
}
