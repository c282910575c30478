__global__ void paint(float *surface, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float *pixel = (float *)((char *)surface + y * (16 * (size_t)width)) + 4 * x;
  pixel[0] = x;
}

void launch(float *surface, int width, int height) {
  paint<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(surface, width, height);
}
