struct Bin {
  float *items;
  int count[20];
};

__global__ void add(Bin *bins) {
  Bin &bin = bins[blockIdx.x];
  bin.count[threadIdx.x % 20] = threadIdx.x;  // race: 8
  __syncthreads();
  bin.items[threadIdx.x] = 1;
}
