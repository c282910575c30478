#include <cuda/atomic>
__global__ void k(int *data, int *flag, int *o, const int *in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    f.store(1, cuda::memory_order_release);
  } else {
    int v;
    if (in[0] > 0) v = f.load(cuda::memory_order_acquire);
    else v = f.load(cuda::memory_order_acquire);
    if (v == 1)
      o[0] = data[0];
  }
}
