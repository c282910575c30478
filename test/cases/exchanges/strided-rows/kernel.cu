// Each warp takes every so many rows, and all of its lanes store the sum of a row.
__global__ void sums(const int *in, int *out, int rows) {
  const int lane = threadIdx.x % 32;
  for (int row = blockIdx.x * 2 + threadIdx.x / 32; row < rows; row += gridDim.x * 2) {
    int sum = in[row * 32 + lane];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
    out[row] = sum;
  }
}
