typedef int Row[65];
__global__ void shift(Row w) {
  int next = w[threadIdx.x + 1];
  __syncthreads();
  w[threadIdx.x] = next;
}
