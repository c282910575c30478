// All threads of the cluster wait for the last access to another block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int *data, int n) {
  __shared__ int s[256];
  auto cluster = cg::this_cluster();
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = data[i];
  cluster.sync();
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  if (threadIdx.x < 32) data[i] = other[threadIdx.x];
  cluster.sync();
}
