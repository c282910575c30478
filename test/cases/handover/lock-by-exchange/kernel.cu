__global__ void add(int *lock, int *value) {
  while (atomicExch(lock, 1) != 0) { }
  *value += 1;  // race: 3
  atomicExch(lock, 0);
}
