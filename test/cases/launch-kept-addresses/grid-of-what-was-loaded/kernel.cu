#include <stdio.h>
void load(float **data, int *width, int *height);
__global__ void fill(float *out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * width + x] = x;
}
void run(float *out) {
  float *data;
  int width, height, steps = 0;
  load(&data, &width, &height);
  dim3 grid(width / 8, height);
  steps++;
  printf("%d\n", steps);
  cudaDeviceSynchronize();
  fill<<<grid, 8>>>(out, width);
}
