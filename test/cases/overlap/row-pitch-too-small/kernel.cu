__global__ void paint(int *image) {
  int x = threadIdx.x, y = threadIdx.y;
  image[y * 15 + x] = x + y; // race: 3
}
