#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void mirror(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i; // race: 7
  __syncthreads();
  b[i] = a[16 * 256 - 1 - i];
}
void run(int *a, int *b) {
  void *args[] = {&a, &b};
  cudaLaunchCooperativeKernel((void *)mirror, 16, 256, args, 0, 0);
}
