__global__ void k(int *a, int *c, int n, int m) {
  int t = threadIdx.x;
  a[t] = t;
  if (n == 3 * m + 17 && m > 40000) c[t] = t;
  if (n == 5 * m + 19 && m > 50000) c[512 + t] = t;
}
void run(int *a, int *c, int n, int m) { k<<<1, 64>>>(a, c, n, m); }
