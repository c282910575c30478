#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * 64);
  cg::wait(block);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
