__global__ void until(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k == in[t]) {
      sum = -1;
      break;
    }
    s[t] = k;
    __syncthreads(); // divergence
    sum += s[63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
