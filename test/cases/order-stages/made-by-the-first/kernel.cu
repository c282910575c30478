__global__ void once(int *state, int *value, int *out) {
  if (threadIdx.x != 0) return;
  if (atomicCAS(state, 0, 1) == 0) {
    *value = 42;
    __threadfence();
    atomicExch(state, 2);
  }
  while (atomicAdd(state, 0) == 0) { }
  __threadfence();
  out[blockIdx.x] = *value;  // race: 4
}
