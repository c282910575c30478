/** Each thread takes a range of its own. */
__global__ void put(const int *low, const int *high, const int *limit, unsigned long long *used, int n, long long *ids) {
  int idx = blockIdx.x * 256 + threadIdx.x;
  if (idx >= n) return;
  for (int u = low[idx]; u < high[idx]; ++u) {
    for (int v = min(low[idx], limit[u]); v < high[idx]; v++) ids[atomicAdd(used, 1ull)] = v;
  }
}
void host(const int *low, const int *high, const int *limit, unsigned long long *used, int n, long long *ids) {
  put<<<(n + 255) / 256, 256>>>(low, high, limit, used, n, ids);
}
