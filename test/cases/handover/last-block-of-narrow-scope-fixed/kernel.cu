#include <cuda/atomic>
__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(*count);
  if (c.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
    float sum = 0;
    for (int k = 0; k < gridDim.x; k++) sum += partial[k];
    *out = sum;
  }
}
