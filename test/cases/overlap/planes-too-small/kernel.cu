__global__ void fill(float *out, int height, int width, int planes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= height * width) return;
  for (int p = 0; p < planes; p++) {
    out[p * (height * width - 1) + i] = p;  // race: 5
  }
}

void launch(float *out, int height, int width, int planes) {
  fill<<<(height * width + 255) / 256, 256>>>(out, height, width, planes);
}
