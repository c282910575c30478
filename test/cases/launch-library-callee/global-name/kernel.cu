namespace pool {
void *all;
cudaError_t cudaMalloc(int **p, size_t n) {
  if (!all) ::cudaMalloc(&all, 1 << 20);
  *p = (int *)all;
  return cudaSuccess;
}
}
__global__ void put(int *a, int *b) {
  int t = threadIdx.x;
  a[t] = 1;
  b[t + 1] = t + 2;
}
int main() {
  int *x, *y;
  pool::cudaMalloc(&x, 256);
  pool::cudaMalloc(&y, 256);
  put<<<1, 64>>>(x, y);
}
