__global__ void k(int *a, int *b, int *c, int n, int m) {
  int t = threadIdx.x;
  a[t / 2] = t; // race: 3
  int u = __shfl_xor_sync(0xffffffffu, t, 1);
  b[u] = t;
  b[u + 64] = t;
  b[u + 128] = t;
  b[u + 192] = t;
  if (n == 3 * m + 17 && m > 40000) c[t / 2] = t; // race: 9
  if (n == 5 * m + 19 && m > 50000) c[512 + t / 2] = t; // race: 10
}
void run(int *a, int *b, int *c, int n, int m) { k<<<1, 64>>>(a, b, c, n, m); }
