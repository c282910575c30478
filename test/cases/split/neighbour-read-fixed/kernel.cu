__global__ void shift(const int *in, int *out) {
  __shared__ int row[64];
  int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  out[t] = row[(t + 1) % 64];
}
