// The thread that sets the bit of a vertex stores its parent.
__global__ void visit(unsigned *visited, int *parent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int u = i / 2;
  unsigned bit = 1u << (u & 31);
  if ((atomicOr(&visited[u >> 5], bit) & bit) == 0) parent[u] = i;
}
