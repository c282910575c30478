// All blocks wait until all have come, though some may not have started.
__global__ void meet(int *arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < (int)gridDim.x) { }
  }
}
