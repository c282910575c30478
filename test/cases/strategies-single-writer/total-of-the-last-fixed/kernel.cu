__global__ void finish(const int *sums, int *state) {
  if (threadIdx.x == 0) state[0] = state[0] * sums[63];
}
