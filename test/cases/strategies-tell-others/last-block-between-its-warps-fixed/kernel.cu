__global__ void largest(const int *in, int *partial, unsigned *done, int *out) {
  __shared__ unsigned before;
  int i = blockIdx.x * 64 + threadIdx.x;
  partial[i] = in[i] * 2;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) before = atomicAdd(done, 1);
  __syncthreads();
  __threadfence();
  if (before == gridDim.x - 1)
    out[threadIdx.x] = partial[threadIdx.x];
}
void run(const int *in, int *partial, unsigned *done, int *out) {
  cudaMemset(done, 0, sizeof(unsigned));
  largest<<<4, 64>>>(in, partial, done, out);
}
