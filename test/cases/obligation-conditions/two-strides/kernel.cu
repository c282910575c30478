__global__ void scatter(float *a, float *b, int cols, int lda, int ldb) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < cols) {
    a[y * lda + x] = 1.0f + y; // race: 4
    b[y * ldb + x] = 2.0f + y; // race: 5
  }
}
void host(float *a, float *b, int cols, int lda, int ldb) { scatter<<<8, 64>>>(a, b, cols, lda, ldb); }
