__global__ void counted(unsigned *count, unsigned *out) {
  if (threadIdx.x != 0) return;
  unsigned k = atomicAdd(count, 1);
  if (k == gridDim.x - 1) *count = 0;
  out[blockIdx.x] = k;
}
