__global__ void lastIterFirstIter(int *a, int n) {
  for (int x = 1; x < n + 1; x++) {
    for (int y = 1; y < x + 1; y++) {
      __syncthreads();
      a[threadIdx.x + x + y] = y;
    }
  }
  for (int z = n * 2; z < n * 3; z++) {
    a[threadIdx.x + z] = -z;
    __syncthreads();
  }
}
