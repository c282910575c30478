__global__ void wrap(float *out, int n, int rows, int width) {
  int i = threadIdx.x;
  if (i < rows * width) out[i < n ? i : i - n] = i; // race: 3
}

void run(float *out, int rows, int width) {
  int n = rows * width / 2;
  wrap<<<1, 64>>>(out, n, rows, width);
}
