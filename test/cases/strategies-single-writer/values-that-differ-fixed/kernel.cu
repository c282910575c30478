__global__ void pick(const int *in, int *out) {
  __shared__ int chosen;
  int t = threadIdx.x;
  if (threadIdx.x == 0) chosen = in[t];
  __syncthreads();
  out[t] = chosen;
}
