__global__ void expand(const int *cols, int *next, int *tail, int *level, int depth, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  int w = cols[e];
  if (level[w] == -1) { // race: 6
    level[w] = depth + 1;
    next[(*tail)++] = w;
  }
}
