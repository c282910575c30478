__global__ void fill(float *out, int cols, int stride) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < cols) out[y * stride + x] = y;
}
void any(float *out, int cols, int stride) { fill<<<1, dim3(32, 8)>>>(out, cols, cols); }
void narrow(float *out) { fill<<<1, dim3(32, 8)>>>(out, 16, 32); }
