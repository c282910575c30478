#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void between(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  s[threadIdx.x] = threadIdx.x;
  auto token = block.barrier_arrive();
  int v = in[threadIdx.x] * 2;
  block.barrier_wait(std::move(token));
  out[threadIdx.x] = v + s[63 - threadIdx.x];
}
