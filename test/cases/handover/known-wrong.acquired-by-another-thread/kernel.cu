#include <cuda/atomic>
__global__ void pass(int *data, int *flag, int *told, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      f.store(1, cuda::memory_order_release);
    }
    return;
  }
  if (threadIdx.x == 0) told[0] = f.load(cuda::memory_order_acquire);
  __syncthreads();
  if (told[0] == 1) out[threadIdx.x] = data[0];
}
