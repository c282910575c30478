/** Where each bin of keys begins, sorted or not. */
__global__ void begin(const long long *keys, int n, int tiles, int bits, int *first) {
  int idx = blockIdx.x * 256 + threadIdx.x;
  if (idx == 0 || idx >= n) return;
  long long now = keys[idx] >> 32, before = keys[idx - 1] >> 32;
  if (now == before) return;
  long long low = (before >> bits) * tiles + (before & ((1 << bits) - 1));
  long long high = (now >> bits) * tiles + (now & ((1 << bits) - 1));
  for (unsigned i = low + 1; i < high + 1; ++i) atomicMin(&first[i], idx);
}
void host(const long long *keys, int n, int tiles, int bits, int *first) {
  begin<<<(n + 255) / 256, 256>>>(keys, n, tiles, bits, first);
}
