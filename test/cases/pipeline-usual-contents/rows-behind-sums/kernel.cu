/** Each thread writes behind those before it; the first one begins at 0. */
__global__ void put(const int *low, const int *high, const int *limit, const long long *sum, int n, long long *ids) {
  int idx = blockIdx.x * 256 + threadIdx.x;
  if (idx >= n) return;
  long long at = idx == 0 ? 0 : sum[idx - 1];
  for (int u = low[idx]; u < high[idx]; ++u) {
    for (int v = min(low[idx], limit[u]); v < high[idx]; v++) {
      ids[at] = v;  // race: 8
      ++at;
    }
  }
}
void host(const int *low, const int *high, const int *limit, const long long *sum, int n, long long *ids) {
  put<<<(n + 255) / 256, 256>>>(low, high, limit, sum, n, ids);
}
