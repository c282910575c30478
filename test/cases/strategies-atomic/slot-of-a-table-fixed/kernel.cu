__global__ void insert(const int *keys, int *table, int *got) {
  int t = threadIdx.x, slot = keys[t] & 255;
  int old = atomicCAS(&table[slot], -1, t);
  got[t] = old;
}
void run(const int *keys, int *table, int *got) { insert<<<1, 64>>>(keys, table, got); }
