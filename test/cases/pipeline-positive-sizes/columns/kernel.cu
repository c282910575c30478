// Columns of a row that has some; with a negative number of them, rows overlap.
__global__ void columns(int rows, int columns, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= rows) return;
  for (int c = 0; c < 4; c++) out[(i / columns * 4 + c) * columns + i % columns] = c;
}

void run(int rows, int c, float *out) { columns<<<rows / 64, 64>>>(rows, c, out); }
