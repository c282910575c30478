__global__ void k(int *out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  s[t + 1] = 0;
  __syncthreads();
  int x = s[t];
  out[t] = x;
}
