/** Counts keys by their high half: sorted keys collide as well. */
__global__ void count(const long long *keys, int n, int *bins) {
  int idx = blockIdx.x * 256 + threadIdx.x;
  if (idx < n) bins[keys[idx] >> 32 & 1023] += 1;  // race: 4
}
void host(const long long *keys, int n, int *bins) { count<<<(n + 255) / 256, 256>>>(keys, n, bins); }
