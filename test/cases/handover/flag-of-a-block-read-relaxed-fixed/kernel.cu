#include <cuda/atomic>
__global__ void tell(const int *in, int *out) {
  __shared__ int value;
  __shared__ int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> r(ready);
  if (threadIdx.x == 32) {
    value = in[0];
    r.store(1, cuda::memory_order_release);
  } else if (threadIdx.x < 32) {
    while (r.load(cuda::memory_order_acquire) == 0) { }
    out[threadIdx.x] = value;
  }
}
