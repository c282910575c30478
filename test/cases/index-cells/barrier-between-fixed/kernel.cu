__global__ void reversed(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  s[63 - t] = t / 2;
  __syncthreads();
  s[t] = t;
  a[s[t]] = t;
}
