__global__ void claim(const int *to, int *owner, const int *mark) {
  int v = to[threadIdx.x];
  if (owner[v] == -1) owner[v] = mark[threadIdx.x];  // race: 3
}
