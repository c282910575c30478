__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  g[t < 32 && n >> 5 ? 0 : t] = t; // race: 3
}
