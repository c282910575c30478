/** The largest of several keys of one bin. */
__global__ void histogram(const unsigned *keys, int count, int *used) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) atomicMax(&used[keys[k] >> 16], k);
}
