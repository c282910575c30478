// Twelve stores at a constant distance: one question for all of their pairs.
__global__ void copy(float *__restrict__ d, const float *__restrict__ s, int n) {
  int b = blockIdx.x, t = threadIdx.x;
  if (b * 1536 + t + 128 * 0 < n) d[b * 1536 + t + 128 * 0] = s[b * 1536 + t + 128 * 0];
  if (b * 1536 + t + 128 * 1 < n) d[b * 1536 + t + 128 * 1] = s[b * 1536 + t + 128 * 1];
  if (b * 1536 + t + 128 * 2 < n) d[b * 1536 + t + 128 * 2] = s[b * 1536 + t + 128 * 2];
  if (b * 1536 + t + 128 * 3 < n) d[b * 1536 + t + 128 * 3] = s[b * 1536 + t + 128 * 3];
  if (b * 1536 + t + 128 * 4 < n) d[b * 1536 + t + 128 * 4] = s[b * 1536 + t + 128 * 4];
  if (b * 1536 + t + 128 * 5 < n) d[b * 1536 + t + 128 * 5] = s[b * 1536 + t + 128 * 5];
  if (b * 1536 + t + 128 * 6 < n) d[b * 1536 + t + 128 * 6] = s[b * 1536 + t + 128 * 6];
  if (b * 1536 + t + 128 * 7 < n) d[b * 1536 + t + 128 * 7] = s[b * 1536 + t + 128 * 7];
  if (b * 1536 + t + 128 * 8 < n) d[b * 1536 + t + 128 * 8] = s[b * 1536 + t + 128 * 8];
  if (b * 1536 + t + 128 * 9 < n) d[b * 1536 + t + 128 * 9] = s[b * 1536 + t + 128 * 9];
  if (b * 1536 + t + 128 * 10 < n) d[b * 1536 + t + 128 * 10] = s[b * 1536 + t + 128 * 10];
  if (b * 1536 + t + 128 * 11 < n) d[b * 1536 + t + 128 * 11] = s[b * 1536 + t + 128 * 11];
}
