#include <cuda/atomic>
__global__ void any(const float *in, bool *bad, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (in[i] < 0 || in[i] > 1)) cuda::atomic_ref<bool, cuda::thread_scope_device>(*bad).store(true, cuda::memory_order_relaxed);
}
void run(const float *in, bool *bad, int n) { any<<<4, 256>>>(in, bad, n); }
