__global__ void link(int *parent, const int *to) {
  int u = threadIdx.x;
  parent[to[u]] = u;  // race: 3
}

void host(int *parent, const int *to) { link<<<1, 64>>>(parent, to); }
