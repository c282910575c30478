__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void two(int **p, int **q) {
  cudaMalloc(p, 65 * sizeof(int));
  cudaMalloc(q, 65 * sizeof(int));
}
void run() {
  int *a, *b;
  two(&a, &b);
  shift<<<1, 64>>>(a, b);
}
