__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
int *poolAlloc(size_t bytes);
void run() {
  int *a = poolAlloc(65 * sizeof(int));
  int *b = a + 1;
  shift<<<1, 64>>>(b, a);
}
