__global__ void rows(int *out) {
  int rank = threadIdx.y * blockDim.x + threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = rank;  // race: 3
}
