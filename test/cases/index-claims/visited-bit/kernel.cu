// The thread looks at the bit beside the one that it sets.
__global__ void visit(unsigned *visited, int *parent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int u = i / 2;
  unsigned bit = 1u << (u & 31);
  if ((atomicOr(&visited[u >> 5], bit) & (bit << 1)) == 0) parent[u] = i;  // race: 6
}
