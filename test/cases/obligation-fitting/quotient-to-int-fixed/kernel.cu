// Rows of several matrices, counted by one loop: which row and which matrix fits into an int, of which the lower bits are not meant.
__global__ void gather(const float *from, const int *ids, float *to, long cols, long rows, long matrices, unsigned long row, unsigned long matrix, unsigned long batch) {
  for (long z = blockIdx.z; z < rows * matrices; z += gridDim.z) {
    const int i = z / matrices;
    const int j = z % matrices;
    float *out = to + blockIdx.x * row + i * matrix + j * batch;
    for (long k = blockIdx.y * blockDim.x + threadIdx.x; k < cols; k += gridDim.y * blockDim.x) out[k] = from[ids[blockIdx.x] * cols + k] + z;
  }
}
