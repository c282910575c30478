__global__ void count(const unsigned char *data, int *bins) {
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    atomicAdd(&bins[data[k] & 15], 1);
}
