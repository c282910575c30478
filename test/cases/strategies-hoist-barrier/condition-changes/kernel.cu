__global__ void halve(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  int left = n - t;
  if (left > 0) {
    s[t] = data[t];
    left = -1;
    __syncthreads(); // divergence
    data[t] = s[63 - t] + left;
  }
}
