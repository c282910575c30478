__global__ void firstIter(int *a, int n) {
  a[threadIdx.x + 1] = 1;
  for (int x = 0; x < n; x++) {
    if (x > 0) a[threadIdx.x] = x + 2;
    __syncthreads();
  }
}
