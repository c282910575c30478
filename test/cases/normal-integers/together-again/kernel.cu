__global__ void gate(const float *in, float *out, int rows, int width, int depth) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= rows * width * depth) return;
  int row = at / width / depth;
  int column = at / depth % width;
  int k = at % depth;
  out[row * (width * depth) + column * width + k] = in[row * (2 * width * depth) + column * depth + k]; // race: 7
}

void launch(const float *in, float *out, int rows, int width, int depth) {
  gate<<<(rows * width * depth + 255) / 256, 256>>>(in, out, rows, width, depth);
}
