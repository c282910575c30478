__global__ void k(int *g, int n) {
  switch (n & 1) {
    int at;
    case 0: at = threadIdx.x; g[at] = threadIdx.x; break;
    default: at = threadIdx.x; g[at] = 1;
  }
}
