__global__ void neighbour(int *y, int width) {
  int lane = threadIdx.x;
  int down = __shfl_down_sync(0xffffffffu, lane, 1, width);
  int up = __shfl_up_sync(0xffffffffu, lane, 1, width);
  int other = __shfl_xor_sync(0xffffffffu, lane, 1, width);
  y[lane] = down + up + other + __shfl_sync(0xffffffffu, lane, 0, width);
}
