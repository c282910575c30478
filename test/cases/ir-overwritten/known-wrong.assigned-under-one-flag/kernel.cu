__global__ void folded(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const bool active = t < n;
  float *p;
  if (active) {
    p = s;
    p[t] = a[t];
  }
  __syncthreads();
  if (active) {
    p[t] += 1;  // race: 13
    if (t < 32) a[t] = p[t + 32];  // race: 12
  }
}
