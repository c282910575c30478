__global__ void stairs(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  for (int k = 0; __syncthreads_or(k < t); k++) {
    const bool active = k < t;
    if (active) {
      s[t] += k;
    }
    __syncthreads();
  }
  out[t] = s[t];
}
