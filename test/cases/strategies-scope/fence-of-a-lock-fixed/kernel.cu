#include <cuda/atomic>
__global__ void add(int *lock, int *value) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  *value += 1;
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  atomicExch(lock, 0);
}
