#include <cuda/atomic>
__global__ void pass(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      f.store(1, cuda::memory_order_release);
      f.notify_all();
    }
    return;
  }
  f.wait(0, cuda::memory_order_acquire);
  out[threadIdx.x] = data[0];
}
