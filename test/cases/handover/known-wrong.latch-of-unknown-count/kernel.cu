__global__ void shift(int *x, int *y, int *left) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  x[g] = g;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicSub(left, 1);
    while (atomicAdd(left, 0) > 0) { }
    __threadfence();
  }
  __syncthreads();
  y[g] = x[(g + 64) % (gridDim.x * blockDim.x)];
}
