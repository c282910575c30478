__global__ void steps(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  const bool active = t < n;
  float sum = 0.0f;

  #pragma unroll
  for (int k = 0; k < 4; ++k) { // four rows
    if (active) {
      s[t] = data[64 * k + t];
    }
    __syncthreads();
    if (active) {
      sum += s[63 - t];
    }
    __syncthreads();
  }
  if (active) {
    data[t] = sum;
  }
}
