// Rows, and behind them one cell for each block: only where `rows * width` overflows do they meet.
__global__ void room_behind_rows(int rows, int width, float *out) {
  int row = blockIdx.x;
  if (row >= rows || width < 1) return;
  for (int i = threadIdx.x; i < width; i += 64) out[row * width + i] = i;
  if (threadIdx.x == 0) out[rows * width + row] = 0;
}

void run(int rows, int width, float *out, int blocks) { room_behind_rows<<<blocks, 64>>>(rows, width, out); }
