__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  g[(t < n || t >= 64) ? 64 + t : t] = t;
}
