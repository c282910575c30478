__global__ void fill(float *out, unsigned pitch) {
  out[__umul24(blockIdx.x, pitch) + threadIdx.x] = blockIdx.x; // race: 2
}
void host(float *out, unsigned pitch) {
  if (pitch > 16777216u) fill<<<8, 64>>>(out, pitch);
}
