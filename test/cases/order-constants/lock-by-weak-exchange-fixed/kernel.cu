#include <cuda/atomic>
__global__ void add(int *lock, int *sum, const int *in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
  if (threadIdx.x == 0) {
    int expected = 0;
    while (!held.compare_exchange_weak(expected, 1, cuda::memory_order_acquire)) expected = 0;
    sum[0] += in[blockIdx.x];
    held.store(0, cuda::memory_order_release);
  }
}
