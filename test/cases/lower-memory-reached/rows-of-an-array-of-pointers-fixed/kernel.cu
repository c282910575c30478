__global__ void fill(float **rows, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    rows[blockIdx.x][i] = i;
  }
}
