__global__ void number(float *__restrict__ out, int cols) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  out[row * cols + col] = col;  // race: 4
}

void run(float *out, int rows, int cols, int threads) {
  dim3 grid((cols + threads - 1) / threads, rows / threads), block(threads, threads);
  number<<<grid, block>>>(out, cols);
}
