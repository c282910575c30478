__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  partial[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];  // race: 11
  __threadfence();
  if (t == 0) last = atomicAdd(count, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0;
    for (int k = 0; k < gridDim.x; k++) sum += partial[k * 64 + t];
    out[t] = sum;
    if (t == 0) *count = 0;
  }
}
