// Threads of one cell hold the same until the loop has turned, and for some arguments then too.
__global__ void settle(const int *cell, const float *gain, float *state, float floor, int most, int weight) {
  __shared__ float best[64];
  int t = threadIdx.x;
  int mine = cell[t];
  float now = state[mine];
  for (int turn = 0;; turn++) {
    best[t] = now * gain[mine];
    __syncthreads();
    float all = best[0] + best[63];
    if (turn > most || all < floor) {
      state[mine] = now;  // race: 12
      break;
    }
    if (t == turn && weight > 3) now += all;
    __syncthreads();
  }
}

void host(const int *cell, const float *gain, float *state, float floor, int most, int weight) { settle<<<1, 64>>>(cell, gain, state, floor, most, weight); }
