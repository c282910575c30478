__global__ void lastIter(int *a, int n) {
  for (int x = 0; x < n; x++) {
    __syncthreads();
    a[threadIdx.x + 1] = x; // race: 6
  }
  a[threadIdx.x + blockDim.x] = -1;
}
