__global__ void transposeRepeatedly(float *out, const float *in, int side, int times) {
  __shared__ float tile[16][17];
  int bx = (blockIdx.x + blockIdx.y) % gridDim.x, by = blockIdx.x;
  int from = (by * 16 + threadIdx.y) * side + bx * 16 + threadIdx.x;
  int to = (bx * 16 + threadIdx.y) * side + by * 16 + threadIdx.x;
  for (int r = 0; r < times; r++) {
    for (int i = 0; i < 16; i += 4) {
      tile[threadIdx.y + i][threadIdx.x] = in[from + i * side];
    }
    __syncthreads();
    for (int j = 0; j < 16; j += 4) {
      out[to + j * side] = tile[threadIdx.x][threadIdx.y + j];
    }
    __syncthreads();
  }
}
