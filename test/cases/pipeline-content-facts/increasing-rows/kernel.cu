__global__ void rows(float *out, const int *row, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int k = row[r]; k < row[r + 1]; k++) out[k] += 1;
}
