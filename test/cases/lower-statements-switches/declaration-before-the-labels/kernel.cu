__global__ void k(int *g, int n) {
  switch (n & 1) {
    int at;
    case 0: at = threadIdx.x / 2; g[at] = threadIdx.x; break; // race: 4
    default: at = threadIdx.x; g[at] = 1;
  }
}
