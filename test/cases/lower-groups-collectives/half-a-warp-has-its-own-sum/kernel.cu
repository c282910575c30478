// The sums are of half warps, the cells of whole ones: two sums meet in each cell.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void sum_halves(const float *in, float *out) {
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(cg::this_thread_block());
  __shared__ float part[8];
  float sum = cg::reduce(half, in[blockIdx.x * 256 + threadIdx.x], cg::plus<float>{});
  part[threadIdx.x / 32] = sum;  // race: 11
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = part[threadIdx.x];
}

void launch(const float *in, float *out, int blocks) { sum_halves<<<blocks, 256>>>(in, out); }
