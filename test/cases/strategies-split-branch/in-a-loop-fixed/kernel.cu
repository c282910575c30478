__global__ void rotate(float *data, int n, int turns) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  float v;
  if (active) {
    v = data[t];
  }
  for (int k = 0; k < turns; ++k) {
    if (active) {
      s[t] = v;
    }
    __syncthreads();
    if (active) {
      v = s[(t + 1) % n];
    }
    __syncthreads();
  }
  if (active) {
    data[t] = v;
  }
}
