/** What is left of a plane is divided by its height, not by the length of its rows: two elements have the same coordinates. */
__global__ void place(float *out, const float *in, int total) {
  const int width = 8, height = 4;
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= total) return;
  const int plane = i / (width * height);
  const int row = (i - plane * width * height) / height;
  const int column = i - plane * width * height - row * width;
  out[(plane * height + row) * width + (column < 0 ? -column : column)] = in[i] + threadIdx.x; // race: 9
}
void run(float *out, const float *in) { place<<<2, 64>>>(out, in, 128); }
