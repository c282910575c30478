#include <cuda/atomic>
__global__ void count(int *x, int *old) {
  if (threadIdx.x == 0)
    x[0] = 5;
  cuda::atomic_ref<int, cuda::thread_scope_device> cell(x[0]);
  old[threadIdx.x] = cell.fetch_add(1, cuda::memory_order_relaxed); // race: 4
}
