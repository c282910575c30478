// Between blocks no barrier orders the shift: the patch of the block's own race is none for it.
__global__ void shift(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];  // race: 6
  if (t > 0) x[t] = s[t - 1];  // race: 5, 6
}
