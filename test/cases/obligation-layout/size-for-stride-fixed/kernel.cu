/** The rows of a plane are width apart. */
__global__ void shift(const float *in, float *out, int width, int height, int planes) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= width * height * planes) return;
  int x = at % width, y = at / width % height, plane = at / width / height;
  out[plane * width * height + y * width + x] = in[at];
}

void launch(const float *in, float *out, int width, int height, int planes) {
  shift<<<(width * height * planes + 255) / 256, 256>>>(in, out, width, height, planes);
}
