__global__ void k(int *o, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  const bool active = t < n;
  if (!active) {
    o[64 + t] = -1;
  }
  if (active) {
    s[t] = in[t];
  }
  __syncthreads();
  if (active) {
    o[t] = s[n - 1 - t];
  }
}
