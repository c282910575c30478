__global__ void fillRows(const int *__restrict__ start, int *__restrict__ out, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int k = start[r]; k < start[r + 1]; k++) out[k] = r;  // race: 4
}

void launch(const int *start, int *out, int rows) { fillRows<<<16, 256>>>(start, out, rows); }
