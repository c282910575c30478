__global__ void histogram(const unsigned char *data, unsigned int *bins) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  bins[data[t]]++;  // race: 3
}
