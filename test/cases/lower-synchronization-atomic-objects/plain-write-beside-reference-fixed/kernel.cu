#include <cuda/atomic>
__global__ void count(int *x, int *old) {
  cuda::atomic_ref<int, cuda::thread_scope_device> cell(x[0]);
  if (threadIdx.x == 0)
    cell.store(5);
  old[threadIdx.x] = cell.fetch_add(1, cuda::memory_order_relaxed);
}
