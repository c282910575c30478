// The last block sums up what all have found.
__global__ void sum(const int *in, int *partial, unsigned *count, int *out) {
  partial[blockIdx.x] = in[blockIdx.x];  // race: 6
  if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1) {
    int total = 0;
    for (int k = 0; k < gridDim.x; k++) total += partial[k];  // race: 3
    out[0] = total;
  }
}
