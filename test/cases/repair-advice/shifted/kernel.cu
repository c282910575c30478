__global__ void shift(int *a) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x == 0 && i > 0) a[i] = a[i - 64];  // race: 3
}
