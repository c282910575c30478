__device__ void twice(float *s, int t) {
  s[t] = 2 * s[t];
  __syncthreads();  // divergence
}
__device__ void blend(float *s, int t, int n) {
  twice(s, t);
  float next = t < n ? s[t + 1] : 0;
  __syncthreads();
  s[t] += next;
  twice(&s[0], t);
}
__global__ void mixed(float *a, int n, int m) {
  __shared__ float s[65];
  int t = threadIdx.x;
  s[t] = a[t];
  if (t == 0) s[64] = 0;
  if (t < m)
    blend(s, t, n);
  a[t] = s[t];
}
