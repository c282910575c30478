__global__ void rows(float *out, int n) {
  if (threadIdx.x == 0) out[blockIdx.x] = 1.0f;
  if (blockIdx.x == 0 && threadIdx.x == 1 && n == 1) out[1] = 0.0f;
}

void run(float *out, int batch, int steps) {
  const int n = batch * steps;
  const int grid = n;
  rows<<<grid, 128>>>(out, n);
}
