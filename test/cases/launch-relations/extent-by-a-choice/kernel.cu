// What decides the choice is not known in the kernel. Either way the grid is small enough for its product with 1024.
__global__ void scale(float *x, int n) {
  int first = blockIdx.x * 1024;
  if (first + threadIdx.x < n) x[first + threadIdx.x] *= 2;
}
void run(float *x, int n, bool isFine) {
  int tile = isFine ? 512 : 1024;
  int blocks = (n + tile - 1) / tile;
  scale<<<blocks, 1024>>>(x, n);
}
