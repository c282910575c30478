// Columns of a row that has some.
__global__ void some_columns(int rows, int columns, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= rows || columns < 1) return;
  for (int c = 0; c < 4; c++) out[(i / columns * 4 + c) * columns + i % columns] = c;
}

void run(int rows, int c, float *out) { some_columns<<<rows / 64, 64>>>(rows, c, out); }
