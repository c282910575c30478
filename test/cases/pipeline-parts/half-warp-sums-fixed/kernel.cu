__global__ void sums(const int *a, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, lane = t % 32;
  unsigned half = 0xffffu << (lane & 16);
  s[t] = a[t];
  __syncwarp(half);
  for (int d = 8; d > 0; d /= 2) {
    int other = lane % 16 < d ? s[t + d] : 0;
    __syncwarp(half);
    if (lane % 16 < d) s[t] += other;
    __syncwarp(half);
  }
  if (lane % 16 == 0) out[t / 16] = s[t];
}
void run(const int *a, int *out) { sums<<<1, 128>>>(a, out); }
