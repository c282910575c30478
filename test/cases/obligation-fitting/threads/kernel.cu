__global__ void spread(int *out, unsigned step) {
  if (step == 0x10000000u) out[threadIdx.x * step] = threadIdx.x; // race: 2
}
void host(int *out, unsigned step) { spread<<<1, 64>>>(out, step); }
