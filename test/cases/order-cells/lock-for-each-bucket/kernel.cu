__global__ void count(int *lock, int *value, const int *key) {
  if (threadIdx.x != 0) return;
  int b = key[blockIdx.x] & 15;
  while (atomicCAS(&lock[b], 0, 1) != 0) { }
  __threadfence();
  value[b / 2] += 1;  // race: 6
  __threadfence();
  atomicExch(&lock[b], 0);
}
