#include <cooperative_groups.h>
__global__ void steps(int *a) {
  auto grid = cooperative_groups::this_grid();
  int t = threadIdx.x;
  a[t] = blockIdx.x; // race: 5
  grid.sync();
  a[t + 1] = 2 * blockIdx.x; // race: 7
  grid.sync();
  a[256 * blockIdx.x + t] = t;
}
void run(int *a) {
  void *args[] = {&a};
  cudaLaunchCooperativeKernel((void *)steps, 16, 256, args, 0, 0);
}
