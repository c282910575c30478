__global__ void k(int *g, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (n < 4) goto out;
  for (int i = 0; ; i++) {
  again:
    s[t] = i;
    __syncthreads();
    g[64 * i + t] = s[63 - t];
    __syncthreads();
    if (i == 5) break;
    if (i == n) goto out;
    if ((i & 1) == 0) {
      i += 1;
      goto again;
    }
    if (i > n) continue;
    i += 1;
  }
out:
  s[t] = t;
}
