__global__ void fill(float *out, unsigned pitch) {
  size_t row = (size_t)blockIdx.x - 1;
  if (pitch >= 16777216u) out[row * pitch + threadIdx.x + pitch] = blockIdx.x;
}

void run(float *out, unsigned pitch) {
  fill<<<1024, 64>>>(out, pitch);
}
