__global__ void k(int *g) {
  int t = threadIdx.x, x = 0, y = 0;
  (t & 1 ? x : y) = t;
  g[x] = t; // race: 4
}
