__global__ void shift(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = threadIdx.x;
}

void run() {
  int *d;
  cudaMalloc(&d, 4096);
  size_t at = (size_t)d + 128;
  shift<<<1, 64>>>(d, (int *)at);
}
