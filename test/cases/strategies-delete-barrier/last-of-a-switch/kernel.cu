__global__ void marks(int *out) {
  switch (threadIdx.x % 3) {
  case 0:
    out[threadIdx.x] = 1;
    break;
  case 1:
    out[threadIdx.x] = 2;
  default:
    __syncthreads();  // divergence
  }
}
