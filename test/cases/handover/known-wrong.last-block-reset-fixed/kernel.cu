// The last block sets the counter back, which tells nobody anything.
__global__ void sum(const int *in, int *partial, unsigned *count) {
  partial[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(count, 1) == gridDim.x - 1) {
    int total = 0;
    for (int k = 0; k < gridDim.x; k++) total += partial[k];
    partial[0] = total;
    *count = 0;
  }
}
