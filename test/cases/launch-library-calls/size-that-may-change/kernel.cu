void watch(unsigned *w, unsigned *h);
void report(const char *text);

__global__ void invert(float *image, int width) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  image[y * width + x] = 1 - image[y * width + x];  // race: 7
}

void process(float *device) {
  unsigned width, height;
  watch(&width, &height);
  dim3 block(8, 8), grid(width / block.x, height / block.y);
  report("start");
  invert<<<grid, block>>>(device, width);
}
