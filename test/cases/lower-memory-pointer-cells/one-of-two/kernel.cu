__global__ void shift(int *a, int *b, int n) {
  __shared__ int *at;
  if (threadIdx.x == 0) {
    at = b;
    if (n > 0) at = a;
  }
  __syncthreads();
  at[threadIdx.x] = 1 + a[threadIdx.x + 1];  // race: 8
}
