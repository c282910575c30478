__global__ void fill(float *out, unsigned pitch) {
  unsigned row = blockIdx.x - 1;
  if (pitch >= 16777216u) out[row * pitch + threadIdx.x + pitch] = blockIdx.x;  // race: 3
}

void run(float *out, unsigned pitch) {
  fill<<<1024, 64>>>(out, pitch);
}
