__global__ void drain(float *out, int n) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = t;
  for (int k = 0; k < n; k++) {
    __syncthreads();
    out[k * 32 + t] = s[(t + k) % 32];
  }
  __syncthreads();
  s[t] = 0.0f;
}
