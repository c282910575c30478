__global__ void fill(float *a, int pitch, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width) a[y * pitch + x] = x + y; // race: 3
}
void change(size_t *pitch);
void run(int width, int height) {
  float *a;
  size_t pitch, *p = &pitch;
  cudaMallocPitch(&a, &pitch, width * sizeof(float), height);
  change(p);
  fill<<<dim3((width + 63) / 64, height), 64>>>(a, pitch / sizeof(float), width);
}
