__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void run() {
  char *p, *q;
  cudaMalloc(&p, 1024);
  cudaMalloc(&q, 1024);
  int *a = (int *)(((size_t)p + 63) & ~(size_t)63);
  int *b = (int *)(((size_t)q + 63) & ~(size_t)63);
  shift<<<1, 64>>>(a, b);
}
