__global__ void own_elements(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], sum = 0;
  int other = __shfl_xor_sync(0xffffffffu, v, 1);
  if (t % 2 == 0) sum = v + other;
  out[t] = sum;
}
