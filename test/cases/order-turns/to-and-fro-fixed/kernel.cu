__global__ void exchange(int *data, int *turn, int n) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < n; i++) {
    if (blockIdx.x == 0) {
      while (atomicAdd(turn, 0) != 2 * i) { }
      __threadfence();
      data[0] += 1;
      __threadfence();
      atomicExch(turn, 2 * i + 1);
    } else {
      while (atomicAdd(turn, 0) != 2 * i + 1) { }
      __threadfence();
      data[0] *= 2;
      __threadfence();
      atomicExch(turn, 2 * i + 2);
    }
  }
}
