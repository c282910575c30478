__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  g[t] = ({ if (t >= n) return; t + 1; });
}
