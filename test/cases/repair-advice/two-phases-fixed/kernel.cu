#include <cooperative_groups.h>

__global__ void turned(int *a, int *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[127 - i];
}
