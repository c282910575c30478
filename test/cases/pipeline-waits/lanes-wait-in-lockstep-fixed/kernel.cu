// Taken and given back in one branch, which the lane leaves before the others look again.
__global__ void add(int *lock, int *value) {
  for (bool done = false; !done; ) {
    if (atomicCAS(lock, 0, 1) == 0) {
      atomicAdd(value, 1);
      atomicExch(lock, 0);
      done = true;
    }
  }
}
