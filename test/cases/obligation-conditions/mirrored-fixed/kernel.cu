__global__ void mirror(float *a, int rows, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i <= j || i >= rows) return;
  a[j * stride + i] = a[i * stride + j];
}
void host(float *a, int rows, int stride) { mirror<<<dim3(1, 1), dim3(16, 16)>>>(a, rows, stride); }
