__global__ void sums(float *a, float *total, int cols, int lda) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < cols) a[y * lda + x] = 1.0f + y; // race: 3
  total[0] += x; // race: 4
}
void host(float *a, float *total, int cols, int lda) { sums<<<8, 64>>>(a, total, cols, lda); }
