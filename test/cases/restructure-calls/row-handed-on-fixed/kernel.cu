template<typename T> __device__ void fold(T *s, int t, bool active = true) {
  for (int n = 16; n > 0; n /= 2) {
    if (active) {
      if (t < n) s[t] += s[t + n];
    }
    __syncthreads();
  }
}
__global__ void sums(const float *in, float *out, int rows) {
  __shared__ float s[2][32];
  int t = threadIdx.x, row = blockIdx.x * 2 + threadIdx.y;
  const bool active = row < rows;
  if (active) {
    s[threadIdx.y][t] = in[row * 32 + t];
  }
  __syncthreads();
  fold<float>(s[threadIdx.y], t, active);
  if (active) {
    if (t == 0) out[row] = s[threadIdx.y][0];
  }
}
