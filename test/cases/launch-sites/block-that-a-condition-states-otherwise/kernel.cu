template <int B> __global__ void scale(float *c, int width) {
  int x = blockIdx.x * B + threadIdx.x;
  c[x] *= 2;  // race: 3
}

void run(float *c, int b, const dim3 &dims) {
  dim3 grid(dims.x / b);
  if (b == 8) {
    scale<4><<<grid, b>>>(c, dims.x);
  }
}
