__global__ void relax(float *x, const float *y, int n) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i > 0 && i < n - 1) x[i] = y[i - 1] + y[i + 1];
}

void run(float *x, float *y) {
  relax<<<8, 64>>>(x, y, 512);
}
