__device__ void blur(float *s, int t) {
  s[t] *= 2;
  __syncthreads();  // divergence
  s[t] *= 3;  // race: 5
  s[t ^ 32] += 1;  // race: 4
}
__global__ void blurred(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  if (t < n) {
    blur(s, t);
  }
  __syncthreads();
  a[t] = s[t ^ 1];
}
