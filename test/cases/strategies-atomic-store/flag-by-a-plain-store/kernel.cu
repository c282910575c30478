// Block 1 waits for a flag that block 0 sets by a plain store.
__global__ void pass(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 42;  // race: 10
    __threadfence();
    *flag = 1;  // race: 8
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) { }  // race: 6
    __threadfence();
    out[0] = data[0];  // race: 4
  }
}
