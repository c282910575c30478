// The two halves of a 64-bit key.
__global__ void mark(int *out, unsigned low, unsigned high) {
  out[high == 0 ? threadIdx.x : 0] = threadIdx.x + low; // race: 3
}

void run(int *out, unsigned long long key) {
  mark<<<1, 64>>>(out, (unsigned)key, (unsigned)(key >> 32));
}
