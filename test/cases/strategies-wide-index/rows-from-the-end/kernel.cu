__global__ void fill(float *out, unsigned pitch) {
  if (pitch >= 16777216u) out[(gridDim.x - 1 - blockIdx.x) * pitch + threadIdx.x] = blockIdx.x;  // race: 2
}

void run(float *out, unsigned pitch) {
  fill<<<1024, 64>>>(out, pitch);
}
