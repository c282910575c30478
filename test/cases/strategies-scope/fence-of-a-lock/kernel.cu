#include <cuda/atomic>
__global__ void add(int *lock, int *value) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
  *value += 1;  // race: 6
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  atomicExch(lock, 0);
}
