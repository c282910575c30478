__global__ void add(int *lock, int *value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *value += 1;  // race: 5
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
