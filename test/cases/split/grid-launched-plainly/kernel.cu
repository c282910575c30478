#include <cooperative_groups.h>
__global__ void mirror(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[16 * 256 - 1 - i];
}
void run(int *a, int *b) { mirror<<<16, 256>>>(a, b); }
