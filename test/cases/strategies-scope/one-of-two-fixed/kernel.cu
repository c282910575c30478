__global__ void extremes(const int *data, int *least) {
  int v = data[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMin(least, v);
  int old = atomicMin(least, -v);
  if (old > v) atomicAdd(&least[1], 1);
}
