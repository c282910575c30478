__global__ void visit(const int *to, int *level, const int *depth, int *queue, int *n) {
  int v = to[threadIdx.x];
  if (atomicAdd(&level[v], 0) == -1 && atomicCAS(&level[v], -1, depth[threadIdx.x] + 1) == -1) {
    queue[atomicAdd(n, 1)] = v;
  }
}

void run(const int *to, int *level, const int *depth, int *queue, int *n) {
  visit<<<4, 64>>>(to, level, depth, queue, n);
}
