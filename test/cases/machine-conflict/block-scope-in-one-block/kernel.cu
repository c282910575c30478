__global__ void total(const int *in, int *out) {
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd_block(&sum, in[blockIdx.x * 64 + t]);
  __syncthreads();
  if (t == 0) out[blockIdx.x] = sum;
}
