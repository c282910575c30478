__device__ unsigned slotOf(const unsigned *keys, unsigned n, unsigned key) {
  unsigned slot = key % n;
  while (true) {
    if (keys[slot] == key) return slot;
    else if (keys[slot] == ~0u) return ~0u;
    else slot = (slot + 1) % n;
  }
  return ~0u;
}
__global__ void fill(const unsigned *keys, unsigned n, int *out) {
  int t = threadIdx.x;
  unsigned slot = slotOf(keys, n, t);
  if (slot >= 1000) return;
  out[slot] = t;
}
