// Counts bytes: first per block in shared memory, then for all.
#define BINS 256

__global__ void histogram(const unsigned char *data, unsigned int *bins, int n) {
  __shared__ unsigned int own[BINS];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[data[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void count_bytes(const unsigned char *data, unsigned int *bins, int n) {
  histogram<<<64, BINS>>>(data, bins, n);
}
