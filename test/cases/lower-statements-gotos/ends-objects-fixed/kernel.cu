struct Count {
  int *at;
  int by;
  __device__ Count(int *p, int k) : at(p), by(k) {}
  __device__ ~Count() { *at = by; }
};

__global__ void k(int *g, int n) {
  int t = threadIdx.x, j = 0;
again:
  {
    Count count(g + t, j);
    j += 1;
    if (j < n) goto again;
  }
  g[t + 64] = j;
}
