// All blocks wait for each other by a counter.
__global__ void shift(int *data, int *count, int *out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); atomicAdd(count, 1); while (atomicAdd(count, 0) < (int)gridDim.x) { } __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x];
}
