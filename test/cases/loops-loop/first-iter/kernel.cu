__global__ void firstIter(int *a, int n) {
  a[threadIdx.x + 1] = 1; // race: 4
  for (int x = 0; x < n; x++) {
    a[threadIdx.x] = x + 2;
    __syncthreads();
  }
}
