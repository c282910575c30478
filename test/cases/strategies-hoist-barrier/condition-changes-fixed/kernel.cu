__global__ void halve(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  int left = n - t;
  const bool active = left > 0;
  if (active) {
    s[t] = data[t];
    left = -1;
  }
  __syncthreads();
  if (active) {
    data[t] = s[63 - t] + left;
  }
}
