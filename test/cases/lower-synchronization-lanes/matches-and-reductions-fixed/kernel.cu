__global__ void leaders(int *x, int *y) {
  int key = threadIdx.x / 2;
  unsigned same = __match_any_sync(0xffffffffu, key);
  x[threadIdx.x] = __ffs(same);
  y[threadIdx.x] = __reduce_max_sync(0xffffffffu, key);
}
