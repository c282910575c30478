#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reverse(const int *in, int *out) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int *own = s + threadIdx.x / 16 * 16;
  own[tile.thread_rank()] = in[blockIdx.x * 256 + threadIdx.x];  // race: 8
  out[blockIdx.x * 256 + threadIdx.x] = own[15 - tile.thread_rank()];
}
void run(const int *in, int *out) { reverse<<<8, 256>>>(in, out); }
