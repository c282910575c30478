__global__ void claim(const int *to, int *owner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = to[i];
  atomicCAS(&owner[v], -1, i);
}
