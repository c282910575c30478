__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  int cell = t < n || t >= 64 ? 0 : t;
  if (t < n || (t < 64 && n >= t)) g[cell] = t; // race: 4
}
