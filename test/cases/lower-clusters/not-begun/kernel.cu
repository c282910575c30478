#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(const int *in, int *o) {  // race: 6
  __shared__ int s[64];
  auto cluster = cooperative_groups::this_cluster();
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  other[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];  // race: 2
  cluster.sync();
  o[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
