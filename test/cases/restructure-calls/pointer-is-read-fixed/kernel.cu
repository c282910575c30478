__device__ void put(float *s, int t) {
  s[t] = t;
  __syncthreads();
}
__global__ void mirror(float *out, int n) {
  __shared__ float s[64];
  __shared__ float *rows[64];
  int t = threadIdx.x;
  rows[t] = s;
  put(rows[t], t);
  if (t < n) out[t] = s[63 - t];
}
