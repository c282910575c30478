__global__ void count_down(int *data) {
  int left = threadIdx.x, turns = 0;
  while (left > 0) {
    left -= 1 + 0 * __shfl_xor_sync(0xffffffffu, turns, 1);
    turns++;
  }
  data[threadIdx.x] = turns;
}
