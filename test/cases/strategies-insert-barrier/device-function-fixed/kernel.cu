__device__ void sum(float *s, int t) {
  for (int k = 32; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
}
__global__ void total(float *data) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  sum(s, t);
  if (t == 0) data[0] = s[0];
}
