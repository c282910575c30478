__global__ void expand(const int *cols, int *next, int *tail, int *level, int depth, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  int w = cols[e];
  if (atomicCAS(&level[w], -1, depth + 1) == -1) {
    next[atomicAdd(tail, 1)] = w;
  }
}
