__global__ void k(int *state, int *value, int *o, const int *in) {
  if (threadIdx.x != 0) return;
  if (atomicCAS(state, 0, 1) == 0) {
    *value = in[0];  // race: 10
    __threadfence();
  }
  atomicCAS(state, 1, 2);
  while (atomicAdd(state, 0) != 2) { }
  __threadfence();
  o[blockIdx.x] = *value;  // race: 4
}
