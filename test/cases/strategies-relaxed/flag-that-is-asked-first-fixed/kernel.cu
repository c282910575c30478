#include <cuda/atomic>

__global__ void relax(const int *to, const int *from, int *dist, int *changed, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  if (atomicMin(&dist[to[e]], from[e] + 1) > from[e] + 1) {
    if (!cuda::atomic_ref<int, cuda::thread_scope_device>(*changed).load(cuda::memory_order_relaxed))
      cuda::atomic_ref<int, cuda::thread_scope_device>(*changed).store(1, cuda::memory_order_relaxed);
  }
}

void run(const int *to, const int *from, int *dist, int *changed, int n) {
  relax<<<(n + 255) / 256, 256>>>(to, from, dist, changed, n);
}
