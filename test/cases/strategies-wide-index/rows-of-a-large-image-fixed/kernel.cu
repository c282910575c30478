__global__ void fill(float *out, unsigned pitch) {
  if (pitch >= 16777216u) out[(size_t)blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

void run(float *out, unsigned pitch) {
  fill<<<1024, 64>>>(out, pitch);
}
