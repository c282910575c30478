__global__ void nearest(const float *a, float *best, int *at) {
  __shared__ float d[64];
  __shared__ int k[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  d[t] = a[i];
  k[t] = i;
  __syncthreads();
  if (t < 32) {
    if (d[t + 32] < d[t]) {
      d[t] = d[t + 32];
      k[t] = k[t + 32];
    }
    __syncwarp();
    const bool less = d[t + 16] < d[t];
    float other = less ? d[t + 16] : 0;
    int its = less ? k[t + 16] : 0;
    __syncwarp();
    if (less) {
      d[t] = other;
      k[t] = its;
    }
  }
  __syncthreads();
  if (t < 16) {
    best[blockIdx.x * 16 + t] = d[t];
    at[blockIdx.x * 16 + t] = k[t];
  }
}
