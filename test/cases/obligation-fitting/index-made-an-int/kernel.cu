__global__ void shade(unsigned images, unsigned width, unsigned height, unsigned tile, float *out) {
  unsigned i = blockIdx.y * tile + threadIdx.y;
  unsigned j = blockIdx.z * tile + threadIdx.x;
  int pixel = i * width + j;
  if (i < height && j < width) out[pixel] = (float)(pixel + blockIdx.x); // race: 5
}

void launch(float *out, unsigned images, unsigned width, unsigned height, unsigned rows, unsigned columns, unsigned tile) {
  shade<<<dim3(images, rows, columns), dim3(tile, tile)>>>(images, width, height, tile, out);
}
