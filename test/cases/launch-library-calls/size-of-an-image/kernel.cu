bool sdkLoadPGM(const char *file, float **data, unsigned *w, unsigned *h);
void report(const char *text);

__global__ void invert(float *image, int width) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  image[y * width + x] = 1 - image[y * width + x];
}

void process(const char *file, float *device) {
  float *host = NULL;
  unsigned width, height;
  sdkLoadPGM(file, &host, &width, &height);
  dim3 block(8, 8), grid(width / block.x, height / block.y);
  report("start");
  invert<<<grid, block>>>(device, width);
}
