__global__ void relax(float *x, float *y, int n) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i];
  __syncthreads();
  y[i] = s[63 - t] + 1.0f;  // race: 8
  __syncthreads();
  if (i > 0 && i < n - 1) x[i] = y[i - 1] + y[i + 1];
}

void run(float *x, float *y) {
  relax<<<8, 64>>>(x, y, 512);
}
