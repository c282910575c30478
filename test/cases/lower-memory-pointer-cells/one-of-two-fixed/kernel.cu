__global__ void fill(int *a, int *b, int n) {
  __shared__ int *at;
  if (threadIdx.x == 0) {
    at = b;
    if (n > 0) at = a;
  }
  __syncthreads();
  at[threadIdx.x] = n;
}
