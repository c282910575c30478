__device__ void blur(float *s, int t, bool active) {
  if (active) {
    s[t] *= 2;  // race: 4
    s[t ^ 32] += 1;  // race: 3
  }
}
__global__ void blurred(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  blur(s, t, t < n);
  __syncthreads();
  a[t] = s[t ^ 1];
}
