#include <cooperative_groups.h>
namespace cg = cooperative_groups;
/** The author counts threads by x, the library by all axes. */
__global__ void set(int *out, int *done) {
  cg::thread_block block = cg::this_thread_block();
  out[blockIdx.x * 64 + threadIdx.x] = 1 + block.thread_rank();
  if (block.thread_rank() == 0) done[blockIdx.x] = 1;
}
