__global__ void hand(const int *a, int *out, int n) {
  __shared__ int s[128], sums[4];
  int t = threadIdx.x, w = t / 32;
  for (int k = 0; k < n; k++) {
    s[t] = a[k * 128 + t];
    __syncwarp();
    if (t % 32 == 0) sums[w] = s[t] + s[t + 31];
    __syncthreads();
    if (t == 0) out[k] = sums[0] + sums[3];
    __syncthreads();
  }
}
void run(const int *a, int *out, int n) { hand<<<1, 128>>>(a, out, n); }
