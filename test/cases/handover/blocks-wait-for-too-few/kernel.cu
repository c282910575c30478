// All blocks wait for each other by a counter.
__global__ void shift(int *data, int *count, int *out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;  // race: 9
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); atomicAdd(count, 1); while (atomicAdd(count, 0) < (int)gridDim.x - 1) { } __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x];  // race: 3
}
