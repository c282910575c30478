__device__ void blur(float *s, int t, bool active) {
  if (active) s[t] *= 2;
  __syncthreads();
  if (active) s[t ^ 32] += 1;
}
__global__ void blurred(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  blur(s, t, t < n);
  __syncthreads();
  a[t] = s[t ^ 1];
}
