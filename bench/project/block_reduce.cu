// The sum of each block's part of an array.
#define THREADS 256

__global__ void block_sum(const float *in, float *sums, int n) {
  __shared__ float part[THREADS];
  int t = threadIdx.x;
  float own = 0.0f;
  for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS) own += in[i];
  part[t] = own;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

void sum_blocks(const float *in, float *sums, int n, int blocks) {
  block_sum<<<blocks, THREADS>>>(in, sums, n);
}
