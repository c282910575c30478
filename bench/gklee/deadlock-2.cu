// In our own words: the two halves of a block wait at different barriers.
__global__ void dl(int *cells) {
  int at = threadIdx.x + blockIdx.x * blockDim.x;
  if (at >= 32) {
    if (at % 2 == 0)
      cells[at]++;
    __syncthreads();
  } else {
    if (at % 2 == 1)
      cells[at]--;
    __syncthreads();
  }
}
