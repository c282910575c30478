__global__ void lanes_by_steps(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], left = 10;
  do {
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    left -= 1 + t % 3;
  } while (left > 0);
  out[t] = v;
}
