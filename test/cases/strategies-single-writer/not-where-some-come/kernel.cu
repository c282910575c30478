__global__ void find(const int *data, int *where, int wanted) {
  if (data[threadIdx.x] == wanted) where[0] = threadIdx.x;  // race: 2
}
