__global__ void claim(const int *to, int *owner, int *won) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = to[i];
  if (v >= 0 && atomicCAS(&owner[v], -1, i) == -1) {
    won[i] = v;
  }
}
