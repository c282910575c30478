// Block 1 waits for a flag that block 0 sets by a plain store.
__global__ void pass(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) { }
    __threadfence();
    out[0] = data[0];
  }
}
