__device__ int last() { return 31; }

__global__ void k(int *g) {
  int width = (last()) + 1;
  g[threadIdx.x % width] = threadIdx.x; // race: 5
}
