// Each block waits for the one before it.
__global__ void pass(int *data, int *flags, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(&flags[0], 1);
    return;
  }
  while (true) {
    int before = blockIdx.x - 1;
    if (atomicAdd(&flags[before], 0) != 0) break;
  }
  __threadfence();
  out[0] = data[0];
}
