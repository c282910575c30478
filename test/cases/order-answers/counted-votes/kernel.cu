__global__ void k(int *data, unsigned *count, int *o) {
  bool last = false;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;  // race: 9
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  if (__syncthreads_count(last) == 0) atomicAdd(&o[threadIdx.x], data[threadIdx.x & 3]);  // race: 4
}
