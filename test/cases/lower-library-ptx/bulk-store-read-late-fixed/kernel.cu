#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void rows(int *out) {
  __shared__ alignas(16) int s[64];
  for (int r = 0; r < 4; r++) {
    s[threadIdx.x] = threadIdx.x + r;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + r * 64, s, 256);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}
