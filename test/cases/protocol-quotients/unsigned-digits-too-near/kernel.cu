// The middle digit is multiplied by the inner stride.
__global__ void rows(float *__restrict__ out, const float *in, int width, int height, int depth) {
  int x = blockDim.y * blockIdx.y + threadIdx.y;
  if (x >= width || height < 1 || depth < 1) return;
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  unsigned i3 = row / (height * depth);
  unsigned i2 = (row - i3 * height * depth) / height;
  unsigned i1 = row - i3 * height * depth - i2 * height;
  out[((i3 * depth + i2) + i1) * width + x] = in[row] + x;  // race: 9
}

void run(float *out, const float *in, int width, int height, int depth, int count) {
  rows<<<dim3(count, (width + 255) / 256), dim3(1, 256)>>>(out, in, width, height, depth);
}
