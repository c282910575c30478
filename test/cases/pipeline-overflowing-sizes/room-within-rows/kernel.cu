// The cells of the blocks begin a row too early.
__global__ void room_within_rows(int rows, int width, float *out) {
  int row = blockIdx.x;
  if (row >= rows || width < 1) return;
  for (int i = threadIdx.x; i < width; i += 64) out[row * width + i] = i;  // race: 6
  if (threadIdx.x == 0) out[(rows - 1) * width + row] = 0;
}

void run(int rows, int width, float *out, int blocks) { room_within_rows<<<blocks, 64>>>(rows, width, out); }
