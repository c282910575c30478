#include "undeclared-vectors.h"

struct Vertex { Vec3 position; Vec4 color; };

__global__ void pairs(Vertex *vertices) {
  int i = threadIdx.x;
  vertices[i].position.x = 1;
  vertices[i ^ 1].position.y = 2;
}
