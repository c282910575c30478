__global__ void begin(float *out, const float *in, int w) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  out[y * w] = in[y];  // race: 3
}

void launch(float *out, const float *in, int w, int h) {
  begin<<<h / 64, 64>>>(out, in, w);
}
