/** One guard for all coordinates; the last one is taken apart into two. */
__global__ void spread(float *out, unsigned columns, unsigned rows, unsigned matrices, unsigned batches, unsigned row, unsigned matrix, unsigned batch) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned z = (blockIdx.z * blockDim.z + threadIdx.z) / batches;
  unsigned w = (blockIdx.z * blockDim.z + threadIdx.z) % batches;
  if (x >= columns || y >= rows || z >= matrices || w >= batches) return;
  out[(size_t)w * batch + (size_t)z * matrix + (size_t)y * row + x] = x + 7 * y + 3 * w; // race: 8
}
