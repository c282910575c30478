#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) swap(const float *in, float *out) {  // race: 10
  __shared__ float s[128];
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];  // race: 10
  __syncthreads();
  float *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[i] = other[threadIdx.x];
  cluster.sync();
}
void run(const float *in, float *out) { swap<<<8, 128>>>(in, out); }
