__global__ void numberRows(int *dst, const int *__restrict__ starts, int n) {
  int o = starts[blockIdx.y], t = threadIdx.x;
  if (t < n) dst[o + t] = 2 * (o + t);
  if (t + 64 < n) dst[o + t + 64] = 2 * (o + t + 64);
  if (t + 128 < n) dst[o + t + 128] = 2 * (o + t + 128);
  if (t + 192 < n) dst[o + t + 192] = 2 * (o + t + 192);
  if (t + 256 < n) dst[o + t + 256] = 2 * (o + t + 256);
}
