// The surface reference is declared in a header that is not here: it is a surface of its own.
#include "surfaces.cuh"
__global__ void invert(int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite(~(x + y), inverted, x * 4, y);
}
