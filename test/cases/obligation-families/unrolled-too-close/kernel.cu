// The same with a distance below the size of the block: stores that follow one another overlap.
__global__ void copy(float *__restrict__ d, const float *__restrict__ s) {
  int b = blockIdx.x, t = threadIdx.x;
  d[b * 1536 + t + 96 * 0] = s[t + 0];  // race: 5
  d[b * 1536 + t + 96 * 1] = s[t + 1];  // race: 4, 6
  d[b * 1536 + t + 96 * 2] = s[t + 2];  // race: 5, 7
  d[b * 1536 + t + 96 * 3] = s[t + 3];  // race: 6, 8
  d[b * 1536 + t + 96 * 4] = s[t + 4];  // race: 7, 9
  d[b * 1536 + t + 96 * 5] = s[t + 5];  // race: 8, 10
  d[b * 1536 + t + 96 * 6] = s[t + 6];  // race: 9, 11
  d[b * 1536 + t + 96 * 7] = s[t + 7];  // race: 10, 12
  d[b * 1536 + t + 96 * 8] = s[t + 8];  // race: 11, 13
  d[b * 1536 + t + 96 * 9] = s[t + 9];  // race: 12, 14
  d[b * 1536 + t + 96 * 10] = s[t + 10];  // race: 13, 15
  d[b * 1536 + t + 96 * 11] = s[t + 11];  // race: 14
}
