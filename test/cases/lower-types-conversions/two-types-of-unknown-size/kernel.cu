#include "undeclared-vectors.h"

__global__ void both(Vec3 *from) {
  Vec4 *to = (Vec4 *)from;
  from[threadIdx.x] = Vec3();
  to[threadIdx.x] = Vec4();
}
