/** Adds to rows that a list names. */
__global__ void add(const double *a, double *c, const int *row, int rows, int cols) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= rows * cols) return;
  c[row[k / cols] * cols + k % cols] += a[k]; // race: 5
}
void host(const double *a, double *c, const int *row, int rows, int cols) {
  add<<<(rows * cols + 255) / 256, 256>>>(a, c, row, rows, cols);
}
