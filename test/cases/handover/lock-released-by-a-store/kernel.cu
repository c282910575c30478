__global__ void add(int *lock, int *value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {  // race: 6
      *value += 1;  // race: 5
      *lock = 0;  // race: 4
      done = true;
    }
  }
}
