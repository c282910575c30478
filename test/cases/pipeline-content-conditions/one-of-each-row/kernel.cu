/** Of each row, the column that its label says: no label is like another one for that. */
__global__ void mark(const int *label, float *out, int classes, int rows) {
  int r = blockIdx.x * 64 + threadIdx.x;
  if (r < rows) out[r * classes + label[r]] = 1.f + r;  // race: 4
}
void host(const int *label, float *out, int classes, int rows) { mark<<<8, 64>>>(label, out, classes, rows); }
