__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  if (n > 2) goto inside;
  t = 0;
  {
  inside:
    g[t] = 1;
  }
}
