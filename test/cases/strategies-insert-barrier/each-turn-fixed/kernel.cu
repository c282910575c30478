__global__ void reverse(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = data[i * 64 + t];
    __syncthreads();
    data[i * 64 + t] = s[63 - t];
    __syncthreads();
  }
}
