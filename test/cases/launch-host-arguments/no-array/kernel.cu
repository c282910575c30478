__global__ void keep(float *out, float *also, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (also != nullptr && i < n) also[threadIdx.x] = in[i]; // race: 4
}

void run(float *out, float *also, const float *in, int n) {
  keep<<<(n + 127) / 128, 128>>>(out, also, in, n);
}
