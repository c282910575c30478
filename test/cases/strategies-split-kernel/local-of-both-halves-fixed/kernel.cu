__global__ void both(float *x, const float *y, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  x[i] = y[n - 1 - i] + x[i] * 2;
}

void run(float *x, float *y) {
  both<<<8, 64>>>(x, y, 512);
}
