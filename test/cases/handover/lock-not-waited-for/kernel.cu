__global__ void add(int *lock, int *value) {
  if (threadIdx.x == 0) {
    for (int tries = 0; tries < 3; tries++) if (atomicCAS(lock, 0, 1) == 0) break;
    __threadfence();
    *value += 1;  // race: 5
    __threadfence();
    atomicExch(lock, 0);
  }
}
