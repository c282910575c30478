template <int B> __global__ void scale(float *c, int width) {
  int x = blockIdx.x * B + threadIdx.x;
  int y = blockIdx.y * B + threadIdx.y;
  c[y * width + x] *= 2;
}

void run(float *c, int b, const dim3 &dims) {
  dim3 threads(b, b);
  dim3 grid(dims.x / threads.x, dims.y / threads.y);
  if (b == 16) {
    scale<16><<<grid, threads>>>(c, dims.x);
  }
}
