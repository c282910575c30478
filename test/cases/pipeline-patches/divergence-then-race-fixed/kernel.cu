__global__ void twice(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  float v;
  if (active) {
    v = data[t];
    s[t] = v;
  }
  __syncthreads();
  if (active) data[t] = s[63 - t] + v;
  __syncthreads();
  if (active) s[t] = 3;
  __syncthreads();
  if (active) data[t] += s[t ^ 1];
}
