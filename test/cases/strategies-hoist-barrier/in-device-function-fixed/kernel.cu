template<typename T> __device__ void reduce(T *s, int t) {
  for (int n = 16; n > 0; n /= 2) {
    if (t < n) {
      s[t] += s[t + n];
    }
    __syncthreads();
  }
}
__global__ void sums(const float *in, float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 32 + t];
  __syncthreads();
  reduce<float>(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}
