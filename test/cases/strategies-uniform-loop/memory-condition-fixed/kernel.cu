__global__ void settle(float *data) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  bool active = true;
  for (int k = 0; __syncthreads_or(active = active && data[t] > 1.0f); ++k) { // until small
    if (active) {
      s[k & 1][t] = 0.5f * data[t];
    }
    __syncthreads();
    if (active) {
      data[t] = s[k & 1][63 - t];
    }
  }
}
