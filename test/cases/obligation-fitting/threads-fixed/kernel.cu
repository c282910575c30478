__global__ void spread(int *out, unsigned step) {
  if (step == 0x10000000u && threadIdx.x < 16) out[threadIdx.x * step] = threadIdx.x;
}
void host(int *out, unsigned step) { spread<<<1, 64>>>(out, step); }
