__global__ void add(int *lock, int *value) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *value += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
