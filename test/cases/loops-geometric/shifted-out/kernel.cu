__global__ void drain(int *out, int n) {
  unsigned bits = threadIdx.x + 1;
  for (int i = 0; i < n; i++) {
    if (bits == 0) out[0] = threadIdx.x; // race: 4
    bits <<= 1;
  }
}
