__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  __shared__ unsigned told;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];  // race: 13
    __threadfence();
    told = atomicAdd(count, 1u);
  }
  __syncthreads();
  if (told + 2 < gridDim.x) return;
  __threadfence();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int k = 0; k < gridDim.x; k++) all += partial[k];
    out[0] = all;  // race: 14
  }
}
