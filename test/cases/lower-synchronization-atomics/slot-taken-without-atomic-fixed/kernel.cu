__global__ void insert(const unsigned *keys, const int *values, unsigned *table, int *data, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i] | 1, slot = key % 1024;
  while (true) {
    unsigned old = atomicCAS(&table[slot], 0u, key);
    if (old == 0 || old == key) break;
    slot = (slot + 1) % 1024;
  }
  atomicAdd(&data[slot], values[i]);
}
