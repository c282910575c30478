__global__ void k(const char *a, const char *b, int *g) {
  int t = threadIdx.x;
  if (1 <= (a[t]) && (b[t]) <= 1) g[t] = t;
}
