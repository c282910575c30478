__global__ void fill(float *out, int cols, int rows) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < cols && x < 64 && y < rows && y < 8) out[(z * 8 + y) * 64 + x] = 0.0f + z;
}
void host(float *out, int cols, int rows) { fill<<<dim3(8, 4), 64>>>(out, cols, rows); }
