template<typename T> __device__ void fold(T *s, int t) {
  for (int n = 16; n > 0; n /= 2) {
    if (t < n) s[t] += s[t + n];
    __syncthreads();
  }
}
__global__ void sums(const float *in, float *out, int rows) {
  __shared__ float s[2][32];
  int t = threadIdx.x, row = blockIdx.x * 2 + threadIdx.y;
  if (row < rows) {
    s[threadIdx.y][t] = in[row * 32 + t];
    __syncthreads();  // divergence
    fold<float>(s[threadIdx.y], t);
    if (t == 0) out[row] = s[threadIdx.y][0];
  }
}
