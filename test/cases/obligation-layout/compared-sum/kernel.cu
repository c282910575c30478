#include <cstdint>

__global__ void columns(float *dst, const float *x, uint32_t rows, uint32_t columns_of_block, uint32_t column, uint32_t channel) {
  const uint32_t token = threadIdx.y;
  const int first = 2 * blockIdx.x;
  if (token >= columns_of_block) return;
  if (threadIdx.x < 2 && uint32_t(first + threadIdx.x) < rows) {
    dst[blockIdx.y * channel + token * column + first + threadIdx.x] = x[token]; // race: 8
  }
}

void run(float *dst, const float *x, uint32_t rows, uint32_t columns_of_block, uint32_t column, uint32_t channel, int channels) {
  const int64_t blocks = (rows + 1) / 2;
  columns<<<dim3(blocks, channels), dim3(32, columns_of_block)>>>(dst, x, rows, columns_of_block, column, channel);
}
