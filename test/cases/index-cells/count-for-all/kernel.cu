__global__ void counted(int *a, const int *sizes) {
  __shared__ int n;
  if (threadIdx.x == 0) n = sizes[blockIdx.x];
  for (int k = 0; k < n; k++) { // race: 3
    a[blockIdx.x * 64 + threadIdx.x] += k;
  }
}
