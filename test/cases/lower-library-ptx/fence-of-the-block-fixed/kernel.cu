#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void publish(int *data, unsigned *flag, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
    atomicExch(flag, 1u);
  } else {
    while (atomicAdd(flag, 0u) == 0) {}
    ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
    out[blockIdx.x] = data[0];
  }
}
