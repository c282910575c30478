__global__ void claim(const int *to, int *owner, const int *mark) {
  int v = to[threadIdx.x];
  int m = mark[threadIdx.x];
  atomicCAS(&owner[v], -1, m);
}
