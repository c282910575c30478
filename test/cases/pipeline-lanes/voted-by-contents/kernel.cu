__global__ void positive(const int *in, int *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, v = in[t];
  unsigned mask = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) v += __shfl_sync(mask, v, __ffs(mask) - 1);
  out[t] = v;
}
