#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void later(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x * 7 % 5 == 3) cg::this_grid().sync();
  a[i] = 1;
}
void run(int *a) {
  void *args[] = {&a};
  cudaLaunchCooperativeKernel((void *)later, 16, 256, args, 0, 0);
}
