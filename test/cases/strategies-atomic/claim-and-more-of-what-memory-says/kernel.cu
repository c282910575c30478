__global__ void visit(const int *to, int *level, const int *depth, int *queue, int *n) {
  int v = to[threadIdx.x];
  if (level[v] == -1) {
    level[v] = depth[threadIdx.x] + 1;  // race: 3
    queue[atomicAdd(n, 1)] = v;
  }
}

void run(const int *to, int *level, const int *depth, int *queue, int *n) {
  visit<<<4, 64>>>(to, level, depth, queue, n);
}
