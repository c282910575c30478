__global__ void begin(float *out, const float *in, int w) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (w != 0) out[y * w] = in[y];
}

void launch(float *out, const float *in, int w, int h) {
  begin<<<h / 64, 64>>>(out, in, w);
}
