#include <cuda/atomic>
__global__ void pass(int *data, int *flag, int *out, int *last) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) last[0] = 1;
  if (blockIdx.x == 0) {
    data[0] = 42;
    f.store(1, cuda::memory_order_release);
  } else {
    while (f.load(cuda::memory_order_acquire) == 0) { }
    out[0] = data[0];
  }
}
