__global__ void k(int *o, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  if (t >= n) {
    o[64 + t] = -1;
  } else {
    s[t] = in[t];
    __syncthreads();  // divergence
    o[t] = s[n - 1 - t];
  }
}
