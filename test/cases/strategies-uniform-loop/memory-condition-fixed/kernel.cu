__global__ void settle(float *data) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  bool active = true;
  while (__syncthreads_or(active = active && s[t] > 1.0f)) { // until small
    if (active) {
      s[t] *= 0.5f;
    }
    __syncthreads();
  }
  data[t] = s[t];
}
