#include <cuda/atomic>
__global__ void k(int *data, int *flag, int *o) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]), g(flag[1]);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1;
      f.store(1, cuda::memory_order_release);
    }
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      while (f.load(cuda::memory_order_relaxed) == 0) { }
    __syncthreads();
    if (threadIdx.x == 1) g.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 2 && threadIdx.x == 0) {
    while (g.load(cuda::memory_order_acquire) == 0) { }
    o[0] = data[0];
  }
}
