__global__ void k(int *g, int n) {
  int t = threadIdx.x;
  if (n > 2) goto middle;
begin:
  t += 1;
middle:
  t += 1;
  if (t < n) goto begin;
  g[t] = 1;
}
