__global__ void two(unsigned *count, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicAdd(count, 1);
  } else if (blockIdx.x == 1) {
    data[1] = 1;
    __threadfence();
    atomicAdd(count, 1);
  } else if (blockIdx.x == 2) {
    while (atomicAdd(count, 0) < 1) { }
    __threadfence();
    out[0] = data[0] + data[1];  // race: 4, 8
  }
}
