__global__ void shift(float *__restrict__ out, const float *__restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

void run(float *x, float *y, int n) { shift<<<(n + 63) / 64, 64>>>(x, y, n); }
