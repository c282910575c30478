__global__ void ends(const int *to, int *state) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  state[to[t]] = 1;  // race: 4
  if (t > 5) state[to[t] + 1] = 2;
}

void run(const int *to, int *state) {
  ends<<<4, 64>>>(to, state);
}
