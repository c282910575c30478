__global__ void positive(const int *in, int *out) {
  int t = threadIdx.x, v = in[t];
  unsigned mask = __ballot_sync(0xffffffffu, t % 32 < 8);
  if (t % 32 < 4) v += __shfl_sync(mask, v, 0);
  out[blockIdx.x * 64 + t] = v;
}
