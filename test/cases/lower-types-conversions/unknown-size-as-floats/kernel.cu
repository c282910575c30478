#include "undeclared-vectors.h"

struct Vertex { Vec3 position; Vec4 color; };

__global__ void seen(Vertex *vertices) {
  int i = threadIdx.x;
  float *all = (float *)vertices;
  all[i] = 0;
  vertices[i + 1].position.x = 1;
}
