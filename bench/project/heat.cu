// One step of a heat equation, from one buffer into the other.
__global__ void heat_step(const float *from, float *to, int width, int height, float rate) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int at = y * width + x;
  to[at] = from[at] + rate * (from[at - 1] + from[at + 1] + from[at - width] + from[at + width] - 4.0f * from[at]);
}

void heat(float *a, float *b, int width, int height, int steps) {
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  for (int s = 0; s < steps; s++) {
    heat_step<<<grid, block>>>(s % 2 == 0 ? a : b, s % 2 == 0 ? b : a, width, height, 0.1f);
  }
}
