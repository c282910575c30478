__global__ void shift(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int m = n;
  n = 0;
  if (i < m + 0) {
    to[i] = from[i] + n;
  }
}

void run(int n) {
  float *d;
  cudaMalloc(&d, 4 * n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(d, d + n, n);
}
