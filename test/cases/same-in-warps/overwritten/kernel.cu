// The loop gives the variable a value of each thread, and then one that the block agrees on.
__global__ void overwritten(const int *a, int *out) {
  int v = 0;
  for (int i = 0; i < 4; ++i) {
    v = a[threadIdx.x];
    v = a[i];
    v = 1;
  }
  v = v + threadIdx.x % 32;
  if (__all_sync(0xffffffff, v)) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
