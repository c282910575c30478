__global__ void find(const int *data, int *where, int wanted) {
  if (data[threadIdx.x] == wanted) atomicMax(where, threadIdx.x);
}
