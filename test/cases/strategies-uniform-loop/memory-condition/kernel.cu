__global__ void settle(float *data) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  while (s[t] > 1.0f) { // until small
    s[t] *= 0.5f;
    __syncthreads(); // divergence
  }
  data[t] = s[t];
}
