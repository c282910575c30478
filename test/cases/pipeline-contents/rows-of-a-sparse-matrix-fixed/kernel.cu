__global__ void fillRows(int *__restrict__ out, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int k = 8 * r; k < 8 * (r + 1); k++) out[k] = r;
}

void launch(int *out, int rows) { fillRows<<<16, 256>>>(out, rows); }
