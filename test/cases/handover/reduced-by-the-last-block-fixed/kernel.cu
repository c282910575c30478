__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  __shared__ float s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(count, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0;
    for (int k = t; k < gridDim.x; k += blockDim.x) sum += partial[k];
    s[t] = sum;
    for (int d = 32; d > 0; d /= 2) {
      __syncthreads();
      if (t < d) s[t] += s[t + d];
    }
    if (t == 0) { *out = s[0]; *count = 0; }
  }
}
