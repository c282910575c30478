__global__ void pass_on(int *items, int *ready, unsigned *tail, unsigned *head, int *out) {
  int at = blockIdx.x * 32 + threadIdx.x;
  unsigned w = atomicAdd(tail, 1);
  items[w] = at;
  __threadfence();
  atomicExch(&ready[w], 1);
  unsigned r = atomicAdd(head, 1);
  while (atomicAdd(&ready[r], 0) == 0) { }
  __threadfence();
  out[r] = items[r];
}
