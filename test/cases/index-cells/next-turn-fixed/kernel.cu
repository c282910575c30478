__global__ void chained(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    s[t] = t;
    a[s[t]] = k;
    s[t] = 5;
  }
}
