__global__ void rows(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (blockIdx.x >= n) return;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[63 - t];
}
