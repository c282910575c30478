__global__ void scale(float *x, int n, int incx, float alpha) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i * incx] *= alpha; // race: 3
}
void host(float *x, int n, int incx) { scale<<<(n + 255) / 256, 256>>>(x, n, incx, 2.0f); }
