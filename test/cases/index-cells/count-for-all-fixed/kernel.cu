__global__ void counted(int *a, const int *sizes) {
  __shared__ int n, s[64];
  if (threadIdx.x == 0) n = sizes[blockIdx.x];
  __syncthreads();
  for (int k = 0; k < n; k++) {
    s[threadIdx.x] = k;
    __syncthreads();
    a[blockIdx.x * 64 + threadIdx.x] += s[63 - threadIdx.x];
    __syncthreads();
  }
}
