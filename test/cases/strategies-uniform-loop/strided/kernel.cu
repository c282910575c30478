#define THREADS 64
__global__ void strided(const float *in, float *out, int n) {
  __shared__ float s[THREADS];
  int t = threadIdx.x;
  for (int i = t; i < n; i += THREADS) {
    s[t] = in[i];
    __syncthreads(); // divergence
    out[i] = s[63 - t];
    __syncthreads();
  }
}
