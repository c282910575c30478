__global__ void pass(int *a, int *b) {
  if (blockIdx.x == 0) a[threadIdx.x] = 1;  // race: 3
  else b[threadIdx.x] = a[threadIdx.x];
}
