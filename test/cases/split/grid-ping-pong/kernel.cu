#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void swaps(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *from = a, *to = b;
  for (int k = 0; k < 10; k++) {
    to[i] = from[16 * 256 - 1 - i]; // race: 7
    if (k < 9 && k != 4) cg::this_grid().sync();
    int *next = from;
    from = to;
    to = next;
  }
}
void run(int *a, int *b) {
  void *args[] = {&a, &b};
  cudaLaunchCooperativeKernel((void *)swaps, 16, 256, args, 0, 0);
}
