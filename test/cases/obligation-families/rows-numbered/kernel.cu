__global__ void numberRows(int *dst, const int *__restrict__ starts, int n) {
  int o = starts[blockIdx.y], t = threadIdx.x;
  if (t < n) dst[o + t] = t; // race: 3, 4, 5, 6, 7
  if (t + 64 < n) dst[o + t + 64] = t; // race: 4, 5, 6, 7
  if (t + 128 < n) dst[o + t + 128] = t; // race: 5, 6, 7
  if (t + 192 < n) dst[o + t + 192] = t; // race: 6, 7
  if (t + 256 < n) dst[o + t + 256] = t; // race: 7
}
