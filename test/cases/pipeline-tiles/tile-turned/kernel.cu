#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void turned(const int *a, int *out, int n) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    s[t] = a[k * 256 + t];  // race: 10
    tile.sync();
    out[k * 256 + t] = s[t / 32 * 32 + 31 - t % 32];
    tile.sync();
  }
}
void run(const int *a, int *out, int n) { turned<<<1, 256>>>(a, out, n); }
