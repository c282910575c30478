__global__ void add(int *sum, int *old, int *lock) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    sum[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
    old[blockIdx.x] = sum[0];  // race: 5, 11
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    sum[0] *= 2;
    __threadfence();
    atomicExch(lock, 0);
  }
}
