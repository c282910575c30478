// C = A B by square tiles.
#define EDGE 16

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float left[EDGE][EDGE];
  __shared__ float right[EDGE][EDGE];
  int row = blockIdx.y * EDGE + threadIdx.y;
  int col = blockIdx.x * EDGE + threadIdx.x;
  float sum = 0.0f;
  for (int tile = 0; tile < (k + EDGE - 1) / EDGE; tile++) {
    int at = tile * EDGE;
    left[threadIdx.y][threadIdx.x] = row < m && at + threadIdx.x < k ? a[row * k + at + threadIdx.x] : 0.0f;
    right[threadIdx.y][threadIdx.x] = at + threadIdx.y < k && col < n ? b[(at + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
    for (int e = 0; e < EDGE; e++) sum += left[threadIdx.y][e] * right[e][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

void multiply(const float *a, const float *b, float *c, int m, int n, int k) {
  dim3 block(EDGE, EDGE);
  dim3 grid((n + EDGE - 1) / EDGE, (m + EDGE - 1) / EDGE);
  gemm<<<grid, block>>>(a, b, c, m, n, k);
}
