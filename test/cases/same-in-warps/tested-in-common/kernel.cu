__global__ void tested_in_common(const int *a, int *out) {
  int v = a[blockIdx.x], i = 0;
  while (v > 0) {
    v = a[threadIdx.x];
    v = 0;
    i = i + 1;
  }
  if (__any_sync(0xffffffff, i)) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
