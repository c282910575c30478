/** Sorted or not, several keys are of one bin: an atomic is missing. */
__global__ void histogram(const unsigned *keys, int count, int *used) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) used[keys[k] >> 16] = k; // race: 4
}
