__global__ void both(float *x, float *y, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float v = x[i] * 2;
  y[i] = v;  // race: 5
  x[i] = y[n - 1 - i] + v;
}

void run(float *x, float *y) {
  both<<<8, 64>>>(x, y, 512);
}
