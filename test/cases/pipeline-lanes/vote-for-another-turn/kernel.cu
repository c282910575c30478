__global__ void count_down(int *data) {
  int left = data[threadIdx.x], turns = 0;
  while (__any_sync(0xffffffffu, left > 0)) {
    left -= __shfl_xor_sync(0xffffffffu, turns, 1);
    turns++;
  }
  data[threadIdx.x] = turns;
}
