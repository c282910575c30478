float *buffer(int k);

__global__ void shift(float *out_start, const float *__restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float *__restrict__ out = out_start;
    out[i] = in[i + 1];
  }
}

void run(int n) { shift<<<(n + 63) / 64, 64>>>(buffer(0), buffer(1), n); }
