__global__ void shift(float *out_start, const float *in_start, int n) {
  float *__restrict__ out = out_start;
  const float *__restrict__ in = in_start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];  // race: 5
}

void run(float *x, int n) { shift<<<(n + 63) / 64, 64>>>(x, x, n); }
