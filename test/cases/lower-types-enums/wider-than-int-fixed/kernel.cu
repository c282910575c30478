enum Flags { none, high = 1LL << 32 };
__global__ void k(int *g) {
  int t = threadIdx.x;
  g[t * (high >> 32)] = t;
}
