__global__ void fill(float *out, int cols, int stride, int rows, int batch) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < cols && y < rows) out[z * batch + y * stride + x] = 0.0f + z; // race: 3
}
void host(float *out, int cols, int stride, int rows, int batch) {
  fill<<<dim3(8, 4), 64>>>(out, cols, stride, rows, batch);
}
