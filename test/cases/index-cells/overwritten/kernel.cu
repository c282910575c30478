__global__ void overwritten(int *a, int k) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  s[t * 64] = t;
  s[t * 64 + k % 64] = 7;
  a[s[t * 64]] = t; // race: 6
}
