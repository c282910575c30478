// The flag is read before the block has made any value up; what is stored there at the end follows from the reduction.
#include <cub/cub.cuh>

__global__ void best_of_block(const float *in, float *best, bool *done) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float most;
  int t = threadIdx.x;
  if (done[blockIdx.x]) return;
  float total = Reduce(storage).Sum(in[t]);
  most = total;
  if (t == 0) best[blockIdx.x] = most; // race: 11
  __syncthreads();
  if (t == 0) done[blockIdx.x] = total > 1.0f;
}

void host(const float *in, float *best, bool *done) { best_of_block<<<1, 64>>>(in, best, done); }
