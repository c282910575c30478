__device__ int straight(int t) { return t; }
__device__ int back(int t) { return 63 - t; }

__global__ void k(int *g) {
  int t = threadIdx.x;
  int (*cells[2])(int) = {straight, back};
  g[cells[t & 1](t)] = t; // race: 7
}
