__global__ void add(int *lock, int *value) {
  while (atomicExch(lock, 1) != 0) { }
  __threadfence();
  *value += 1;
  __threadfence();
  atomicExch(lock, 0);
}
