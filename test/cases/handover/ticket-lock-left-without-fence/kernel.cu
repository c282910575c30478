__global__ void add(unsigned *next, unsigned *serving, int *value) {
  if (threadIdx.x != 0) return;
  unsigned mine = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != mine) { }
  __threadfence();
  *value += 1;  // race: 6
  atomicAdd(serving, 1);
}
