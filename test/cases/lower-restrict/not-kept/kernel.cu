float *buffer(int k);
float **table(int k);

__global__ void shift(float **out_start, float *in, int n) {
  float *__restrict__ out = out_start[0];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

void run(int n) { shift<<<(n + 63) / 64, 64>>>(table(0), buffer(1), n); }
