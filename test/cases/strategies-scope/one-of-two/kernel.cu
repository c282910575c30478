__global__ void extremes(const int *data, int *least) {
  int v = data[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMin(least, v);            // race: 4
  int old = atomicMin_block(least, -v);  // race: 4
  if (old > v) atomicAdd(&least[1], 1);
}
