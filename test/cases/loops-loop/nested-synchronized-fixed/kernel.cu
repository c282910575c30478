__global__ void sweep(float *out, int n, int m) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = t;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      __syncthreads();
      float next = s[(t + 1) % 32];
      __syncthreads();
      s[t] = next + j;
    }
  }
  out[t] = s[t];
}
