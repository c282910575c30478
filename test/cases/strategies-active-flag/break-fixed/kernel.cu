__global__ void until(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int sum = 0;
  bool going = true;
  for (int k = 0; k < n; ++k) {
    if (going) {
      if (k == in[t]) {
        sum = -1;
        going = false;
      }
    }
    if (going) {
      s[t] = k;
    }
    __syncthreads();
    if (going) {
      sum += s[63 - t];
    }
    __syncthreads();
  }
  out[t] = sum;
}
