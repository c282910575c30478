__global__ void k(int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int *p = n & 1 ? s : s + 64;
  p[t] = t;
  s[(p == s ? 64 : 0) + 63 - t] = 1;
}
