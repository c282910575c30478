struct Shape { int rows, cols, stride; };
__global__ void copy(float *out, const float *in, Shape shape) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < shape.cols && y < shape.rows) out[y * shape.stride + x] = in[y * shape.cols + x]; // race: 5
}
void host(float *out, const float *in, Shape shape) { copy<<<dim3(1, 1), dim3(16, 16)>>>(out, in, shape); }
