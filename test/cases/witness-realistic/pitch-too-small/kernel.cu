__global__ void number(unsigned *out, unsigned pitch, unsigned rows) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= pitch && y < rows) out[y * pitch + x] = x + y;  // race: 4
}

void launch(unsigned *out, unsigned pitch, unsigned rows) {
  number<<<dim3((pitch + 16) / 16, (rows + 15) / 16), dim3(16, 16)>>>(out, pitch, rows);
}
