__global__ void rows(float *out, int n) {
  if (threadIdx.x == 0) out[blockIdx.x] = 1.0f; // race: 3
  if (blockIdx.x == 0 && threadIdx.x == 1 && n == 1) out[1] = 0.0f;
}

void run(float *out, int batch, int steps) {
  const int n = batch * steps;
  const int grid = n + 1;
  rows<<<grid, 128>>>(out, n);
}
