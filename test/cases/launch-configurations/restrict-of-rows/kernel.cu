float *buffer(int k);
float **rows(int k);

__global__ void shift(float *out, float *__restrict__ *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[0][i + 1];
}

void run(int n) { shift<<<(n + 63) / 64, 64>>>(buffer(0), rows(1), n); }
