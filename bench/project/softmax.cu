// Softmax of the rows of a matrix, one block a row.
#define WARPS 8

__device__ float warp_max(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, offset));
  return value;
}

__device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void softmax(const float *in, float *out, int cols) {
  __shared__ float most[WARPS];
  __shared__ float total[WARPS];
  const float *row = in + blockIdx.x * cols;
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  float high = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) high = fmaxf(high, row[c]);
  high = warp_max(high);
  if (lane == 0) most[warp] = high;
  __syncthreads();
  for (int w = 0; w < WARPS; w++) high = fmaxf(high, most[w]);
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += __expf(row[c] - high);
  sum = warp_sum(sum);
  if (lane == 0) total[warp] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int w = 0; w < WARPS; w++) sum += total[w];
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = __expf(row[c] - high) / sum;
}

void softmax_rows(const float *in, float *out, int rows, int cols) {
  softmax<<<rows, 32 * WARPS>>>(in, out, cols);
}
