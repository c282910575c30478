#include <assert.h>
// As `blocks-of-whole-warps`, with host code that launches whole warps only.
__global__ void rows(const float *in, float *out, int cols) {
  extern __shared__ float shared[];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  int warps = blockDim.x / 32;
  float *most = shared;
  float *sums = &shared[warps];
  float high = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) high = fmaxf(high, in[blockIdx.x * cols + c]);
  for (int d = 16; d > 0; d /= 2) high = fmaxf(high, __shfl_down_sync(0xffffffff, high, d));
  if (lane == 0) most[warp] = high;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = most[0];
    for (int w = 1; w < warps; w++) all = fmaxf(all, most[w]);
    most[0] = all;
  }
  __syncthreads();
  high = most[0];
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(in[blockIdx.x * cols + c] - high);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = sums[0];
    for (int w = 1; w < warps; w++) all += sums[w];
    out[blockIdx.x] = all;
  }
}
void go(const float *in, float *out, int n, int cols, int block) {
  assert(block % 32 == 0);
  rows<<<n, block, 2 * block / 32 * sizeof(float)>>>(in, out, cols);
}
