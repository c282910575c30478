__device__ void twice(float *s, int t, bool active = true) {
  if (active) s[t] = 2 * s[t];
  __syncthreads();
}
__device__ void blend(float *s, int t, int n, bool active = true) {
  twice(s, t, active);
  float next;
  if (active) next = t < n ? s[t + 1] : 0;
  __syncthreads();
  if (active) s[t] += next;
  twice(&s[0], t, active);
}
__global__ void mixed(float *a, int n, int m) {
  __shared__ float s[65];
  int t = threadIdx.x;
  s[t] = a[t];
  if (t == 0) s[64] = 0;
  blend(s, t, n, t < m);
  a[t] = s[t];
}
