__global__ void countdown(const int *turns, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  int left = turns[t];
  while (__syncthreads_or(left > 0)) {
    const bool active = left > 0;
    if (active) {
      s[t] = left;
    }
    __syncthreads();
    if (active) {
      out[t] += s[63 - t];
    }
    __syncthreads();
    if (active) {
      --left;
    }
  }
}
