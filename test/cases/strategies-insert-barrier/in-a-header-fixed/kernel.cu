#include "turned.cuh"
__global__ void turned(int *b) {
  __shared__ int s[64];
  b[threadIdx.x] = turn(s, threadIdx.x);
}
