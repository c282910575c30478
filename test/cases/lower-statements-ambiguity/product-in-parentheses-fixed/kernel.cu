__global__ void k(int *g, int w) {
  int t = threadIdx.x;
  g[(w * (t)) - t] = t;
}
