__global__ void expand(const int *row, const int *col, int *level, int *changed, int depth, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == depth) {  // race: 6
    for (int e = row[v]; e < row[v + 1]; e++) {
      int w = col[e];
      if (level[w] < 0) { level[w] = depth + 1; *changed = 1; }  // race: 3, 6
    }
  }
}

void run(const int *row, const int *col, int *level, int *changed, int depth, int n) {
  expand<<<(n + 255) / 256, 256>>>(row, col, level, changed, depth, n);
}
