__global__ void counted(unsigned *count, unsigned *out) {
  if (threadIdx.x != 0) return;
  unsigned k = atomicAdd(count, 1);
  if (k == gridDim.x - 2) *count = 0;  // race: 3
  out[blockIdx.x] = k;
}
