__global__ void leaders(int *x, int *y) {
  int key = threadIdx.x / 2;
  int all;
  y[threadIdx.x] = __match_any_sync(0xffffffffu, key) + __match_all_sync(0xffffffffu, 1, &all);
  y[threadIdx.x] += __reduce_max_sync(0xffffffffu, key);
  x[key] = threadIdx.x; // race: 6
}
