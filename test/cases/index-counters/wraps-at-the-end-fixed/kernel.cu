__global__ void compact(unsigned *count, unsigned *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) out[atomicInc(count, 0xffffffffu)] = i;
}
