__global__ void chained(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int k = 0; k < n; k++) {
    a[s[t]] = k; // race: 6
    s[t] = 5;
  }
}
