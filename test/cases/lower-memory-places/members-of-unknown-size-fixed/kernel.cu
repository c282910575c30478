#include "undeclared-vectors.h"

struct Vertex { Vec3 position; Vec4 color; };

__global__ void mirror(Vertex *vertices) {
  __shared__ Vertex s[64];
  s[threadIdx.x] = vertices[threadIdx.x];
  __syncthreads();
  vertices[threadIdx.x].color = s[63 - threadIdx.x].color;
}
