__device__ int last() { return 63; }

__global__ void k(int *g) {
  int width = (last()) + 1;
  g[threadIdx.x % width] = threadIdx.x;
}
