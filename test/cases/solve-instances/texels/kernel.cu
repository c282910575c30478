__global__ void paint(float *surface, int width, int height, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float *pixel = (float *)((char *)surface + y * pitch) + 4 * x;
  pixel[0] = x;  // race: 6
}

void launch(float *surface, int width, int height, size_t pitch) {
  paint<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(surface, width, height, pitch);
}
