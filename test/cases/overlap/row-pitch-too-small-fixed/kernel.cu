__global__ void paint(int *image) {
  int x = threadIdx.x, y = threadIdx.y;
  image[y * 16 + x] = x + y;
}
