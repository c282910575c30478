/** Counts keys by their high half. */
__global__ void count(const long long *keys, int n, int *bins) {
  int idx = blockIdx.x * 256 + threadIdx.x;
  if (idx < n) atomicAdd(&bins[keys[idx] >> 32 & 1023], 1);
}
void host(const long long *keys, int n, int *bins) { count<<<(n + 255) / 256, 256>>>(keys, n, bins); }
