__global__ void copyRows(int *dst, const int *__restrict__ src, const int *__restrict__ starts, int n) {
  int o = starts[blockIdx.y], t = threadIdx.x;
  if (t < n) dst[o + t] = src[o + t];
  if (t + 64 < n) dst[o + t + 64] = src[o + t + 64];
  if (t + 128 < n) dst[o + t + 128] = src[o + t + 128];
  if (t + 192 < n) dst[o + t + 192] = src[o + t + 192];
  if (t + 256 < n) dst[o + t + 256] = src[o + t + 256];
  if (t + 320 < n) dst[o + t + 320] = src[o + t + 320];
}
