__global__ void lastIter(int *a, int n) {
  for (int x = 0; x < n; x++) {
    __syncthreads();
    if (threadIdx.x < blockDim.x - 1) a[threadIdx.x + 1] = x;
  }
  a[threadIdx.x + blockDim.x] = -1;
}
