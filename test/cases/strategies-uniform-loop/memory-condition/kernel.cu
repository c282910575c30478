__global__ void settle(float *data) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  for (int k = 0; data[t] > 1.0f; ++k) { // until small
    s[k & 1][t] = 0.5f * data[t];
    __syncthreads(); // divergence
    data[t] = s[k & 1][63 - t];
  }
}
