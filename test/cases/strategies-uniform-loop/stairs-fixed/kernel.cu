__global__ void stairs(float *out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  out[t] = 0.0f;
  for (int k = 0; __syncthreads_or(k < t); k++) {
    const bool active = k < t;
    if (active) {
      s[k & 1][t] = k;
    }
    __syncthreads();
    if (active) {
      out[t] += s[k & 1][63 - t];
    }
  }
}
