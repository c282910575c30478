// The row of all rows is an int, its digits are unsigned.
__global__ void rows(float *__restrict__ out, const float *in, int width, int height, int depth, int s1, int s2, int s3) {
  int x = 2 * (blockDim.y * blockIdx.y + threadIdx.y);
  if (x >= width) return;
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  unsigned i3 = row / (height * depth);
  unsigned i2 = (row - i3 * height * depth) / height;
  unsigned i1 = row - i3 * height * depth - i2 * height;
  int at = x / 2 + i1 * s1 + i2 * s2 + i3 * s3;
  out[at] = in[row] + x;  // race: 10
}

void run(float *out, const float *in, int width, int height, int depth, int s1, int s2, int s3, int count) {
  rows<<<dim3(count, (width + 511) / 512), dim3(1, 256)>>>(out, in, width, height, depth, s1, s2, s3);
}
