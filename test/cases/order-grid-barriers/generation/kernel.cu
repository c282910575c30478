__device__ unsigned arrived, generation;
__device__ void gridSync() {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned old = *(volatile unsigned *)&generation;
    __threadfence();
    if (atomicInc(&arrived, gridDim.x - 2) == gridDim.x - 2) {
      __threadfence();
      atomicAdd(&generation, 1);
    } else {
      while (*(volatile unsigned *)&generation == old) {}
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void smooth(const float *x, float *y, float *z) {
  int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = x[i];  // race: 21
  gridSync();
  z[i] = y[(i + 64) % 256];  // race: 19
}
