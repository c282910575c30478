__global__ void push(int *head, int *next, const int *value, int *stored) {
  int own = blockIdx.x * 32 + threadIdx.x;
  stored[own] = value[own];
  int old = *head, seen;  // race: 9
  do {
    seen = old;
    next[own] = seen;
    __threadfence();
    old = atomicCAS(head, seen, own);
  } while (old != seen);
}
