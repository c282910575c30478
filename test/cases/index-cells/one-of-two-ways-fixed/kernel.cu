__global__ void chosen(int *a, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (in[t] > n) s[t] = 2 * t;
  else s[t] = 2 * t + 1;
  a[s[t]] = t;
}
