__global__ void count(int *value, int *next, volatile int *serving, int n) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < n; i++) {
      int mine = atomicAdd(next, 1);
      while (true) {
        int now = *serving;
        if (now <= mine) break;
      }
      __threadfence();
      *value += 1;  // race: 10
      __threadfence();
      *serving = mine + 1;
    }
  }
}
