#include "undeclared-vectors.h"

struct Vertex { Vec3 position; Vec4 color; };

__global__ void inside(Vertex *vertices) {
  float *x = &vertices[0].position.x;
  x[threadIdx.x] = 0;
  vertices[threadIdx.x + 1].position.x = 1;
}
