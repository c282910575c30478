#include <cuda/atomic>

__global__ void product(float *all, const float *in) {
  cuda::atomic_ref<float, cuda::thread_scope_device> cell(all[0]);
  float old = cell.load(cuda::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, old * in[threadIdx.x], cuda::memory_order_relaxed)) {}
}
void run(float *all, const float *in) { product<<<1, 64>>>(all, in); }
