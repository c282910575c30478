__global__ void add(unsigned *next, unsigned *serving, int *value) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) != mine) {
    }
    __threadfence();
    atomicAdd(serving, 1);
    *value += 1;  // race: 8
    __threadfence();
  }
}
