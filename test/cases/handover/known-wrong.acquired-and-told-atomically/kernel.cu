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
  __shared__ int told;
  if (threadIdx.x == 0) told = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicOr(&told, f.load(cuda::memory_order_acquire));
  __syncthreads();
  if (told == 1) out[threadIdx.x] = data[0];
}
