__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  unsigned seen = gridDim.x - 1;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];  // race: 11
    __threadfence();
    seen = atomicAdd(count, 1u);
    __threadfence();
  }
  if (__syncthreads_or(seen == gridDim.x - 1) && threadIdx.x == 0) {
    float all = 0;
    for (int k = 0; k < gridDim.x; k++) all += partial[k];
    out[blockIdx.x] = all;
  }
}
