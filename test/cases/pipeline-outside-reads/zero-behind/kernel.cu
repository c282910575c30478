__global__ void k(int *last) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  if (s[t + 32] == 0) *last = t;
}
