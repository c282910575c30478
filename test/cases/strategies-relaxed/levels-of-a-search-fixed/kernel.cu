#include <cuda/atomic>

__global__ void expand(const int *row, const int *col, int *level, int *changed, int depth, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && cuda::atomic_ref<int, cuda::thread_scope_device>(level[v]).load(cuda::memory_order_relaxed) == depth) {
    for (int e = row[v]; e < row[v + 1]; e++) {
      cuda::atomic_ref<int, cuda::thread_scope_device> next(level[col[e]]);
      if (next.load(cuda::memory_order_relaxed) < 0) { next.store(depth + 1, cuda::memory_order_relaxed); *changed = 1; }
    }
  }
}

void run(const int *row, const int *col, int *level, int *changed, int depth, int n) {
  expand<<<(n + 255) / 256, 256>>>(row, col, level, changed, depth, n);
}
