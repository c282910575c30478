#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void load(int *out, const int *in) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256u);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, 256u, &bar);
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
  out[threadIdx.x] = s[63 - threadIdx.x];
}
