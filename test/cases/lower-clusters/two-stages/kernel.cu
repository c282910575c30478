#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) turn(int *out, const int *in, int n) {
  __shared__ int s[2][64];
  auto cluster = cooperative_groups::this_cluster();
  int t = threadIdx.x, v = in[blockIdx.x * 64 + t];
  for (int i = 0; i < n; i++) {
    s[0][t] = v;  // race: 9
    cluster.sync();
    v += cluster.map_shared_rank(&s[0][0], cluster.block_rank() ^ 1)[63 - t];
  }
  out[blockIdx.x * 64 + t] = v;
  cluster.sync();
}
