__global__ void link(int *parent, const int *to) {
  int u = threadIdx.x;
  atomicExch(&parent[to[u]], u);  // one of the values stays
}

void host(int *parent, const int *to) { link<<<1, 64>>>(parent, to); }
