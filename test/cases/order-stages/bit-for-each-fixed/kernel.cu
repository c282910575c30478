__global__ void both(int *bits, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicOr(bits, 1);
  } else if (blockIdx.x == 1) {
    data[1] = 1;
    __threadfence();
    atomicOr(bits, 2);
  } else if (blockIdx.x == 2) {
    while (atomicOr(bits, 0) != 3) { }
    __threadfence();
    out[0] = data[0] + data[1];
  }
}
