__global__ void finish(const int *sums, int *state) {
  state[0] = state[0] * sums[63];  // race: 2
}
