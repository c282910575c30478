// Whoever has not seen the flag reads the data, too.
__global__ void peek(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 42;  // race: 9
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0 && atomicAdd(flag, 0) == 0) {
    __threadfence();
    out[0] = data[0];  // race: 4
  }
}
