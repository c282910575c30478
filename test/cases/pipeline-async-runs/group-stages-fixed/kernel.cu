#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void staged(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  auto block = cg::this_thread_block();
  float sum = 0;
  cg::memcpy_async(block, s[0], in, 256);
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) {
      cg::memcpy_async(block, s[(i + 1) % 2], in + (i + 1) * 64, 256);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += s[i % 2][63 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}
