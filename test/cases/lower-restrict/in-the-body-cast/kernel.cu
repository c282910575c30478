void *buffer(int k);

__global__ void shift(void *out_start, const float *in, int n) {
  float *__restrict__ out = reinterpret_cast<float *>(out_start) + 4;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

void run(int n) { shift<<<(n + 63) / 64, 64>>>(buffer(0), static_cast<float *>(buffer(1)), n); }
