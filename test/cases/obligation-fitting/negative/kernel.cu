__global__ void shift(float *x, int off, int width) {
  unsigned i = (1 + blockIdx.x) * 64u + threadIdx.x;
  if (off <= -1 && off >= -63 && width == 1)
    x[i] = x[i + off * width] + 1.0f; // race: 4
}
void host(float *x, int off, int width) { shift<<<4, 64>>>(x, off, width); }
