// Each thread of the lower half of a pair compares and swaps for both; the pairs of one step share no element, whatever the step is.
__global__ void sorted(int *out, int n, int padded) {
  extern __shared__ int row[];
  int col = threadIdx.x;
  if (col >= padded) return;
  row[col] = col;
  __syncthreads();
  for (int k = 2; k <= padded; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = col ^ j;
      if (other > col) {
        if (((col & k) == 0) == (row[col] > row[other])) {
          int kept = row[col];
          row[col] = row[other];
          row[other] = kept;
        }
      }
      __syncthreads();
    }
  }
  if (col < n) out[blockIdx.x * n + col] = row[col];
}

void sort(int *out, int n, int rows) {
  int padded = 1;
  while (padded < n) padded *= 2;
  sorted<<<rows, padded, padded * sizeof(int)>>>(out, n, padded);
}
