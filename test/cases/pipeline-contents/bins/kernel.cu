__global__ void count(const unsigned *__restrict__ data, int *__restrict__ bins, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
    bins[data[k] % 64] += 1;  // race: 3
  }
}

void launch(const unsigned *data, int *bins, int n) { count<<<16, 256>>>(data, bins, n); }
