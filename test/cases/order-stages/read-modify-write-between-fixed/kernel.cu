__global__ void passed(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1) {
    while (atomicCAS(flag, 1, 2) != 1) { }
  } else if (blockIdx.x == 2) {
    while (atomicAdd(flag, 0) != 2) { }
    __threadfence();
    out[0] = data[0];
  }
}
