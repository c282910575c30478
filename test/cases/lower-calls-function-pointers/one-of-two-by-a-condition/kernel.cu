__device__ int straight(int t) { return t; }
__device__ int back(int t) { return t / 2; }

__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  int (*cell)(int) = straight;
  if (n > 3) cell = back;
  g[cell(t)] = t; // race: 8
}
