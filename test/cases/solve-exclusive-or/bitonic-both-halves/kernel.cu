// Both threads of a pair compare and swap: each reads what the other one stores.
__global__ void sorted(int *out, int n, int padded) {
  extern __shared__ int row[];
  int col = threadIdx.x;
  if (col >= padded) return;
  row[col] = col;
  __syncthreads();
  for (int k = 2; k <= padded; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = col ^ j;
      if (other < padded) {
        if (((col & k) == 0) == (row[col] > row[other])) { // race: 14, 15
          int kept = row[col]; // race: 15
          row[col] = row[other]; // race: 14, 15
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
