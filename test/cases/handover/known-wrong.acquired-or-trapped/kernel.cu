#include <cuda/atomic>
__global__ void pass(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      f.store(1, cuda::memory_order_release);
    }
    return;
  }
  if (f.load(cuda::memory_order_acquire) == 0) __trap();
  out[threadIdx.x] = data[0];
}
