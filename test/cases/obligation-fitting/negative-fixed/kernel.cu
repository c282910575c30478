__global__ void shift(float *x, const float *y, int off, int width) {
  unsigned i = (1 + blockIdx.x) * 64u + threadIdx.x;
  if (off <= -1 && off >= -63 && width == 1)
    x[i] = y[i + off * width] + 1.0f;
}
void host(float *x, const float *y, int off, int width) { shift<<<4, 64>>>(x, y, off, width); }
