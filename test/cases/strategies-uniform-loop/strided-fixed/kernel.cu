#define THREADS 64
__global__ void strided(const float *in, float *out, int n) {
  __shared__ float s[THREADS];
  int t = threadIdx.x;
  for (int base = 0; base < n; base += THREADS) {
    const int i = base + t;
    const bool active = i < n;
    if (active) {
      s[t] = in[i];
    }
    __syncthreads();
    if (active) {
      out[i] = s[63 - t];
    }
    __syncthreads();
  }
}
