struct Bin {
  float *items;
  int count[20];
};

__global__ void add(Bin *bins) {
  Bin &bin = bins[blockIdx.x];
  if (threadIdx.x < 20) bin.count[threadIdx.x] = threadIdx.x;
  __syncthreads();
  bin.items[threadIdx.x] = 1;
}
