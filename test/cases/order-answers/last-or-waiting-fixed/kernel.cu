__global__ void k(int *part, unsigned *count, int *o) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = 1;
  __threadfence();
  unsigned v = atomicAdd(count, 1);
  while (v != gridDim.x - 1) v = atomicAdd(count, 0) - 1;
  if (v == gridDim.x - 1) {
    __threadfence();
    int s = 0;
    for (int k = 0; k < gridDim.x; k++) s += part[k];
    o[blockIdx.x] = s;
  }
}
