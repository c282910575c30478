/** The cells of a window: columns from left to right, rows from top to bottom, both inclusive. */
__global__ void doubled(float *cells, int left, int right, int top, int bottom, int row) {
  int x = threadIdx.x, y = threadIdx.y;
  int column = left + x, line = top + y;
  if (column <= right && line <= bottom) cells[line * row + column] *= 2;  // race: 5
}
void run(float *c, int l, int r, int t, int b, int row) { doubled<<<1, dim3(16, 16)>>>(c, l, r, t, b, row); }
