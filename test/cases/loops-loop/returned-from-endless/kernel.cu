__device__ unsigned slotOf(const unsigned *keys, unsigned n, unsigned key) {
  unsigned slot = key % n;
  while (true) {
    if (keys[slot] == key) return keys[slot + n];
    else if (keys[slot] == ~0u) return ~0u;
    else slot = (slot + 1) % n;
  }
  return ~0u;
}
__global__ void fill(const unsigned *keys, unsigned n, const unsigned *wanted, int *out) {
  int t = threadIdx.x;
  unsigned slot = slotOf(keys, n, wanted[t]);
  if (slot >= 1000) return;
  out[slot] = t; // race: 14
}
